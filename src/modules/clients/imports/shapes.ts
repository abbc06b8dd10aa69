// Request and response shapes of the import of customers.
import * as z from 'zod/mini';
import { builtInLocales } from '#lib/locale.ts';
import { nameLine } from '#lib/markdown/plain-text.ts';

const columnShape = z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(999)));
const columnFields = {
  email: columnShape,
  name: columnShape,
  firstName: columnShape,
  lastName: columnShape,
  language: columnShape,
  tags: columnShape,
  notes: columnShape,
};

const importFileFields = { file: z.string().check(z.overwrite(nameLine), z.trim(), z.minLength(1), z.maxLength(300)) };
export const importFileShape = z.object(importFileFields);

/**
 * Columns by field, counted from 0. `locale`: the language of customers without one. The body is the file.
 */
export const importRequestShape = z.object({ ...columnFields, locale: z._default(z.enum(builtInLocales), 'en'), ...importFileFields });
export type ImportRequest = z.output<typeof importRequestShape>;

const importPreviewFields = {
  head: z.array(z.string()),
  /** The first rows. */
  sample: z.array(z.array(z.string())),
  rows: z.int(),
};
/** `columns`: guessed from the words of the head. */
export const importPreviewShape = z.object({ ...importPreviewFields, columns: z.object(columnFields) });
export type ImportPreview = z.output<typeof importPreviewShape>;

const importRowFields = {
  line: z.int(),
  /** Why a row is refused, with the name of its column. */
  reason: z.nullable(z.string()),
};

/** `importId`: null after a dry run. */
export const importOutcomeShape = z.object({
  importId: z.nullable(z.string()),
  rows: z.array(z.object({ ...importRowFields, email: z.string(), outcome: z.enum(['create', 'exists', 'refuse']) })),
});
export type ImportOutcome = z.output<typeof importOutcomeShape>;

const importsFields = {
  id: z.string(),
  fileName: z.string(),
  operator: z.string(),
  createdAt: z.string(),
  created: z.int(),
  skipped: z.int(),
  refused: z.int(),
  undoneAt: z.nullable(z.string()),
  removed: z.nullable(z.int()),
};
export const importListShape = z.array(z.object(importsFields));
export type ImportList = z.output<typeof importListShape>;

export const undoImportShape = z.object({ id: z.uuid() });
export const undoneImportShape = z.object({
  removed: z.int(),
  /** Accounts that stay, each with the reason. */
  kept: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), reason: z.string() })),
});
export type UndoneImport = z.output<typeof undoneImportShape>;
