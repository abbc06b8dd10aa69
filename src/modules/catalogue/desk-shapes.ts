// API schemas of the desk's catalogue editor.
import * as z from 'zod/mini';
import { toCleanLines, toOneLine } from '#lib/markdown/plain-text.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { createFormShape, versionShape } from '#modules/content/shapes.ts';
import { serviceStates } from './shapes.ts';
import type { SourceService } from './source/shapes.ts';

const FILE_CHARS = 100;
const WORDS_CHARS = 5_000;
const TEXT_CHARS = 200_000;

const name = z.string().check(z.overwrite(toOneLine), z.trim(), z.maxLength(FILE_CHARS));

/** What the form can take from the file: null or an empty text. */
type Removable = 'deliveredFiles' | 'icon' | 'maker' | 'instructions' | 'countedIn' | 'quantityFrom';
/** What a form of a new service does not have, or does not have yet. */
type Absent = 'kind' | 'state' | 'position' | 'delivers' | 'platforms' | 'madeBy' | 'turnaround';

/** A service file as the form has it: the optional texts that the file does not have are empty. */
export type ServiceDraft = Omit<SourceService, 'key' | 'slug' | 'interval' | Removable | Absent> &
  Partial<Pick<SourceService, Absent>> & { readonly [Name in Removable]?: SourceService[Name] | null };

const part = z.looseObject({});
const parts = z.optional(z.array(part));
/** The parts that are written into the file in another form. The reader of the files checks the rest. */
const formParts = z.looseObject({
  fields: z.array(part),
  offers: z.array(z.looseObject({ plan: z.nullish(z.looseObject({ services: part })) })),
  sample: part,
  tools: z.optional(z.array(z.string())),
  addOns: parts,
  stages: parts,
});

export const catalogueFileRequestShape = z.object({ file: name });
export const catalogueVersionRequestShape = z.object({ file: name, number: z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)) });

/** Either the file's whole text or the form's fields. */
export const catalogueDraftShape = z.object({
  file: name,
  /** A new service, whose address is the file's name. `like`: the file that it is a copy of. */
  isNew: z.optional(z.object({ like: z.optional(name) })),
  text: z.optional(z.string().check(z.overwrite(toCleanLines), z.maxLength(TEXT_CHARS))),
  service: z.optional(z.pipe(formParts, createFormShape<ServiceDraft>(WORDS_CHARS))),
});
export type CatalogueDraft = z.output<typeof catalogueDraftShape>;

export const textChangeShape = z.object({ what: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) });
export type TextChange = z.output<typeof textChangeShape>;

export type EditedService = ServiceDraft & Pick<SourceService, 'slug' | 'kind'>;

export const catalogueFileShape = z.object({
  file: z.string(),
  number: z.int(),
  text: z.string(),
  versions: z.array(versionShape),
  /** Absent for the common file. */
  service: z.optional(z.custom<EditedService>()),
  /** The questions of the common file, which an offer can leave out. */
  common: z.array(z.object({ value: z.string(), label: z.string() })),
  /** By key: what is ordered once, so that a plan may have it. */
  plannable: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type CatalogueFile = z.output<typeof catalogueFileShape>;

export const deskCatalogueShape = z.object({
  version: z.string(),
  services: z.array(
    z.object({
      type: z.int(),
      slug: z.string(),
      name: z.string(),
      kind: z.enum(['service', 'bundle']),
      state: z.enum(serviceStates),
      madeBy: z.enum(['person', 'automatic', 'mixed']),
      /** Empty if its file was removed. */
      file: z.string(),
      offers: z.array(
        z.object({
          id: z.string(),
          unit: z.string(),
          note: z.string(),
          minQuantity: z.int(),
          maxQuantity: z.int(),
          prices: z.array(z.object({ currency: currencyShape, amount: z.int() })),
          pieces: z.array(z.string()),
        }),
      ),
      fields: z.array(z.object({ name: z.string(), kind: z.string(), required: z.boolean(), label: z.string() })),
    }),
  ),
});
export type DeskCatalogue = z.output<typeof deskCatalogueShape>;
