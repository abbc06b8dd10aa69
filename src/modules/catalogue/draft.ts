// Combines a draft of one catalogue file with all other files and checks the result. Pure.
import { parse, stringify } from 'yaml';
import type { Words } from '#lib/locale.ts';
import { writeYaml } from '#lib/yaml/edit.ts';
import type { Tree } from '#lib/yaml/merge.ts';
import { createErrorBuilder, isFaults, type SourceFault } from '#lib/yaml/source.ts';
import type { OwnerFile } from '#modules/texts/versions.ts';
import { changesBetween } from './changes.ts';
import type { CatalogueDraft, ServiceDraft, TextChange } from './desk-shapes.ts';
import { isPluginPart } from './shapes.ts';
import { catalogueReasons } from './source/errors.ts';
import type { StoredCatalogue } from './source/faults.ts';
import { parseFiles } from './source/files.ts';
import { type CatalogueSource, COMMON_FILE, type SourceService } from './source/source.ts';

export type DraftWork = { readonly files: readonly OwnerFile[]; readonly draft: CatalogueDraft; readonly stored: StoredCatalogue };
export type DraftRead = {
  readonly text: string;
  readonly changes: readonly TextChange[];
  readonly source: CatalogueSource;
  /** Slug of the file's service. */
  readonly slug: string | undefined;
};

export function readCatalogueDraft({ files, draft, stored }: DraftWork): DraftRead | readonly SourceFault[] {
  const known = files.find(({ file }) => file === draft.file);
  if (known && draft.isNew) return [addressTaken(draft.file)];
  const before = known?.text ?? newText(draft, files);
  const text = readText(before, draft);
  const source = parseFiles([...files.filter((each) => each !== known), { file: draft.file, text }], { ...stored, priced: [draft.file] });
  if (isFaults(source)) return source;
  const is = parse(text) as { readonly slug?: string };
  return { text, changes: known ? changesBetween(parse(before), is) : [], source, slug: is.slug };
}

/** `archived`: names of the files whose services end. */
export type ArchiveWork = Omit<DraftWork, 'draft'> & { readonly archived: readonly string[] };
export type ArchivePlan = { readonly files: readonly OwnerFile[]; readonly source: CatalogueSource };

export function planArchive({ files, stored, archived }: ArchiveWork): ArchivePlan | readonly SourceFault[] {
  const all = files.map(({ file, text }) => ({ file, text: archived.includes(file) ? writeYaml(text, { state: 'archived' }) : text }));
  const source = parseFiles(all, { ...stored, priced: [] });
  return isFaults(source) ? source : { files: all.filter(({ file }) => archived.includes(file)), source };
}

const addressTaken = (file: string): SourceFault =>
  createErrorBuilder(catalogueReasons, `shop/catalogue/${file}`, () => 1)(['slug'], 'address-taken', { value: slugOf(file) });

const slugOf = (file: string): string => file.replace(/\.yaml$/, '');
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
function newText({ file, isNew }: CatalogueDraft, files: readonly OwnerFile[]): string {
  const services = files
    .filter((each) => each.file !== COMMON_FILE)
    .map((each) => ({ file: each.file, ...(parse(each.text) as SourceService) }));
  const { kind = 'service', platforms = [], interval = null } = services.find((each) => each.file === isNew?.like) ?? {};
  return stringify({
    key: toServiceKey(slugOf(file)),
    slug: slugOf(file),
    kind,
    state: 'archived',
    position: Math.max(0, ...services.map(({ position }) => position)) + 1,
    madeBy: 'person',
    platforms,
    revisions: 1,
    interval,
    turnaround: '48h',
  });
}

function readText(before: string, { text, service }: CatalogueDraft): string {
  if (text !== undefined) return text.endsWith('\n') ? text : `${text}\n`;
  return service ? writeYaml(before, inFile(service, parse(before) as SourceService)) : before;
}

/**
 * An absent state is `sold`, and an absent `delivers` an article; an offer without a key gets one from the
 * address.
 */
function inFile(service: ServiceDraft, { slug, kind, state, delivers }: SourceService): Tree {
  // Null removes a value from the file.
  const removed = Object.entries(service).flatMap(([name, value]) => (value === null || value === '' ? [[name, undefined]] : []));
  return {
    ...service,
    ...Object.fromEntries(removed),
    ...(state === undefined && service.state === 'sold' ? { state: undefined } : {}),
    ...(delivers === undefined && service.delivers === 'article' && !isPluginPart(service.kind ?? kind) ? { delivers: undefined } : {}),
    ...(kind === 'bundle' || service.kind === 'bundle' ? { kind } : {}),
    ...(service.deliveredFiles?.length === 0 ? { deliveredFiles: undefined } : {}),
    sample: sampleInFile(service.sample),
    fields: service.fields.map((field) => ({ ...field, help: wordsInFile(field.help) })),
    offers: withIds(service.offers, slug),
    ...(service.addOns ? { addOns: addOnsInFile(service.addOns) } : {}),
  };
}

/** An optional text; a language without it is not in the file. */
function wordsInFile(words: Words | undefined): Partial<Words> | undefined {
  const written = Object.entries(words ?? {}).filter(([, text]) => text !== '');
  return written.length > 0 ? Object.fromEntries(written) : undefined;
}

function sampleInFile(sample: ServiceDraft['sample']): Tree | undefined {
  const [caption, text] = [wordsInFile(sample.caption), wordsInFile(sample.text)];
  return caption || text ? { caption, text } : undefined;
}

/** Undefined removes the list, and a description without words. */
function addOnsInFile(addOns: NonNullable<ServiceDraft['addOns']>): ServiceDraft['addOns'] {
  const written = withIds(addOns, 'add-on').map(({ description, ...addOn }) =>
    wordsInFile(description) ? { ...addOn, description } : addOn,
  );
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
