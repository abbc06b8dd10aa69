// Combines a draft of one catalogue file with all other files and checks the result. Pure.
import type { Words } from '#lib/locale.ts';
import { mergeValue, type Tree } from '#lib/yaml/merge.ts';
import { readSource } from '#lib/yaml/parse.ts';
import { createErrorBuilder, createSource, isSourceErrors, type Source, type SourceError } from '#lib/yaml/source.ts';
import type { ContentValue } from '#modules/content/shapes.ts';
import { formatShopFile, toSources } from '#modules/content/sources.ts';
import { toText } from '#modules/content/values.ts';
import type { NewValue } from '#modules/content/versions.ts';
import { listChanges } from './changes.ts';
import type { CatalogueDraft, ServiceDraft, TextChange } from './desk-shapes.ts';
import { isPluginPart } from './shapes.ts';
import type { StoredCatalogue } from './source/checks.ts';
import { catalogueReasons } from './source/errors.ts';
import { parseFiles } from './source/files.ts';
import { type CatalogueSource, COMMON_FILE, type SourceService } from './source/shapes.ts';

type Values = ReadonlyMap<string, ContentValue>;
export type DraftWork = { readonly values: Values; readonly draft: CatalogueDraft; readonly stored: StoredCatalogue };
export type DraftRead = {
  readonly value: ContentValue;
  readonly text: string;
  readonly changes: readonly TextChange[];
  readonly source: CatalogueSource;
  /** Slug of the file's service. */
  readonly slug: string | undefined;
};

export function readCatalogueDraft({ values, draft, stored }: DraftWork): DraftRead | readonly SourceError[] {
  const { file } = draft;
  const known = values.get(file);
  if (known && draft.isNew) return [createAddressTakenError(file)];
  const edited = readDraft(known ?? createServiceValue(draft, values), draft);
  const source = parseFiles(new Map([...toSources('catalogue', values), [file, edited]]), { ...stored, priced: [file] });
  if (isSourceErrors(source)) return source;
  const value = edited.value as ContentValue;
  const slug = value.slug === undefined ? undefined : String(value.slug);
  return { value, text: toText(file, value), changes: known ? listChanges(known, value) : [], source, slug };
}

/** `archived`: names of the files whose services end. */
export type ArchiveWork = Omit<DraftWork, 'draft'> & { readonly archived: readonly string[] };
export type ArchivePlan = { readonly files: readonly NewValue[]; readonly source: CatalogueSource };

export function planArchive({ values, stored, archived }: ArchiveWork): ArchivePlan | readonly SourceError[] {
  const files = archived.map((file) => ({ file, value: mergeValue(values.get(file) ?? {}, { state: 'archived' }) }));
  const all = new Map([...values, ...files.map(({ file, value }) => [file, value] as const)]);
  const source = parseFiles(toSources('catalogue', all), { ...stored, priced: [] });
  return isSourceErrors(source) ? source : { files, source };
}

const createAddressTakenError = (file: string): SourceError =>
  createErrorBuilder(catalogueReasons, `shop/catalogue/${file}`, () => 1)(['slug'], 'address-taken', { value: toSlug(file) });

const toSlug = (file: string): string => file.replace(/\.yaml$/, '');
/** "logo-design" is "logoDesign"; an invalid address is reported as such. */
const toServiceKey = (slug: string): string =>
  slug
    .replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .replace(/^(?![a-z])/, 'service');

/**
 * What the form of a new service does not ask. People make it: a program is written for a service that
 * exists.
 */
function createServiceValue({ file, isNew }: CatalogueDraft, values: Values): ContentValue {
  const services = [...values].flatMap(([name, value]) =>
    name === COMMON_FILE ? [] : [{ file: name, ...(value as unknown as SourceService) }],
  );
  const { kind = 'service', platforms = [], interval = null } = services.find((each) => each.file === isNew?.like) ?? {};
  return {
    key: toServiceKey(toSlug(file)),
    slug: toSlug(file),
    kind,
    state: 'archived',
    position: Math.max(0, ...services.map(({ position }) => position)) + 1,
    madeBy: 'person',
    platforms,
    revisions: 1,
    interval,
    turnaround: '48h',
  };
}

function readDraft(before: ContentValue, { file, text, service }: CatalogueDraft): Source {
  const name = formatShopFile('catalogue', file);
  if (text !== undefined) return readSource(name, text);
  return createSource(name, service ? mergeValue(before, toServiceFile(service, before as unknown as SourceService)) : before);
}

/**
 * An absent state is `sold`, and an absent `delivers` an article; an offer without a key gets one from the
 * address.
 */
function toServiceFile(service: ServiceDraft, { key, slug, kind, interval, state, delivers }: SourceService): Tree {
  // Null removes a value from the file.
  const removed = Object.entries(service).flatMap(([name, value]) => (value === null || value === '' ? [[name, undefined]] : []));
  return {
    ...service,
    ...Object.fromEntries(removed),
    // Orders and links refer to these.
    ...{ key, slug, interval },
    ...(state === undefined && service.state === 'sold' ? { state: undefined } : {}),
    ...(delivers === undefined && service.delivers === 'article' && !isPluginPart(service.kind ?? kind) ? { delivers: undefined } : {}),
    ...(kind === 'bundle' || service.kind === 'bundle' ? { kind } : {}),
    ...(service.deliveredFiles?.length === 0 ? { deliveredFiles: undefined } : {}),
    ...(service.tools ? { tools: service.tools.filter(Boolean) } : {}),
    sample: sampleInFile(service.sample),
    fields: service.fields.map((field) => ({ ...field, help: toWordsInFile(field.help) })),
    offers: withIds(service.offers, slug).map(({ plan, ...offer }) => (plan ? { ...offer, plan: planInFile(plan) } : offer)),
    ...(service.addOns ? { addOns: addOnsInFile(service.addOns) } : {}),
    ...(service.approval ? {} : { approval: undefined }),
    ...(service.stages ? { stages: toStagesInFile(service.stages) } : {}),
  };
}

/** An optional text; a language without it is not in the file. */
function toWordsInFile(words: Words | undefined): Partial<Words> | undefined {
  const written = Object.entries(words ?? {}).filter(([, text]) => text !== '');
  return written.length > 0 ? Object.fromEntries(written) : undefined;
}

function sampleInFile(sample: ServiceDraft['sample']): Tree | undefined {
  const [caption, text] = [toWordsInFile(sample.caption), toWordsInFile(sample.text)];
  return caption || text ? { caption, text } : undefined;
}

/** Without a number of requests it is unlimited; an empty rollover is none. */
function planInFile({ requests, active, services, rollover }: NonNullable<ServiceDraft['offers'][number]['plan']>): Tree {
  const costs = Object.entries(services).filter(([, credits]) => credits !== undefined);
  const isRolledOver = rollover && ((rollover.periods ?? null) !== null || (rollover.max ?? null) !== null);
  return { requests: requests ?? null, active, services: Object.fromEntries(costs), ...(isRolledOver ? { rollover } : {}) };
}

/** Undefined removes the list, and a description without words. */
function addOnsInFile(addOns: NonNullable<ServiceDraft['addOns']>): ServiceDraft['addOns'] {
  const written = withIds(addOns, 'add-on').map(({ description, ...addOn }) =>
    toWordsInFile(description) ? { ...addOn, description } : addOn,
  );
  return written.length > 0 ? written : undefined;
}

/** A stage that all may move to, and that customers see, does not say so. */
function toStagesInFile(stages: NonNullable<ServiceDraft['stages']>): Tree[] | undefined {
  const written = withIds(stages, 'stage').map(({ movedBy, isInternal, ...stage }) => ({
    ...stage,
    ...(movedBy && movedBy.length > 0 ? { movedBy } : {}),
    ...(isInternal ? { isInternal } : {}),
  }));
  return written.length > 0 ? written : undefined;
}

/** One without a key is numbered. */
function withIds<Item extends { readonly id: string }>(list: readonly Item[], start: string): Item[] {
  const ids = new Set(list.map(({ id }) => id));
  return list.map((item, index) => {
    if (item.id !== '') return item;
    let number = index + 1;
    while (ids.has(`${start}-${number}`)) number++;
    const id = `${start}-${number}`;
    ids.add(id);
    return { ...item, id };
  });
}
