// Edits a catalogue file at the desk: a draft becomes the file's next version after the checks of an import.
// Loaded lazily.
import { noWords } from '#lib/locale.ts';
import { UserError } from '#lib/user-error.ts';
import { isSourceErrors, type SourceError } from '#lib/yaml/source.ts';
import { lockFolder } from '#modules/content/queries.ts';
import { createReader } from '#modules/content/reading.ts';
import { createFormError, createTextError, createUnchangedError } from '#modules/content/rules.ts';
import { toText } from '#modules/content/values.ts';
import {
  type CurrentContent,
  formatStamp,
  getContentAtVersion,
  getCurrentContent,
  getValues,
  isEqual,
  type Saved,
  type SaveOptions,
  writeContent,
} from '#modules/content/versions.ts';
import type { DbClient } from '#platform/database/database.ts';
import { getThreadUrl } from '#platform/paths.ts';
import type { CatalogueDraft, CatalogueFile, EditedService } from './desk-shapes.ts';
import type { ArchivePlan, ArchiveWork, DraftRead, DraftWork } from './draft.ts';
import { describeCatalogueError } from './form-errors.ts';
import { assignNumbers } from './keys.ts';
import { withKinds } from './kinds/rules.ts';
import type { PluginKind } from './kinds/shapes.ts';
import { getStoredCatalogue, saveSource, selectNumbers, selectRows } from './queries.ts';
import { listConditions } from './questions/texts.ts';
import { toCatalogue, toCatalogueRows, withRows } from './rows.ts';
import type { Catalogue } from './rules.ts';
import { COMMON_FILE, type SourceCommon, type SourceService } from './source/shapes.ts';

export type OpenedFile = Pick<CurrentContent, 'number'> & {
  readonly text: string;
  readonly service: EditedService | undefined;
  readonly common: CatalogueFile['common'];
  readonly plannable: CatalogueFile['plannable'];
};

/** `kinds`: those of plugins. */
export async function openFile(of: DbClient, file: string, kinds: readonly PluginKind[]): Promise<OpenedFile> {
  const files = await getCurrentContent(of, 'catalogue');
  const found = files.get(file);
  if (!found) throw new UserError(404);
  const { number, value } = found;
  const service = file === COMMON_FILE ? undefined : toEdited(value as unknown as SourceService, kinds);
  const { fields = [] } = (files.get(COMMON_FILE)?.value ?? {}) as Partial<SourceCommon>;
  const common = fields.map(({ name, label }) => ({ value: name, label: label.en }));
  const plannable = [...files].flatMap(([name, each]) => {
    const { key, kind, interval, state, name: words } = each.value as unknown as SourceService;
    const isFitting = name !== COMMON_FILE && kind !== 'bundle' && interval === null && state !== 'archived';
    return isFitting ? [{ value: key, label: words.en }] : [];
  });
  return { number, text: toText(file, value), service, common, plannable };
}

const noSample = { caption: noWords, text: noWords };
/** The key and the interval are not in the form. Optional texts that the file does not have are empty. */
const toEdited = (
  { key: _, interval: __, state = 'sold', sample = noSample, fields, ...service }: SourceService,
  kinds: readonly PluginKind[],
): EditedService => ({
  delivers: kinds.find(({ name }) => name === service.kind)?.delivers?.[0] ?? 'article',
  ...service,
  state,
  sample: { caption: { ...noWords, ...sample.caption }, text: { ...noWords, ...sample.text } },
  fields: fields.map((field) => ({ ...field, help: { ...noWords, ...field.help } })),
});

type DraftPreview = {
  readonly catalogue: Catalogue;
  /** Of the edited service's brief. */
  readonly conditions: ReturnType<typeof listConditions>;
};

/**
 * The catalogue with the draft, without saving. Throws a user error with all errors, by line and by form
 * field.
 */
export async function previewDraft(
  of: DbClient,
  draft: CatalogueDraft,
  kinds: readonly PluginKind[],
): Promise<PreparedDraft & DraftPreview> {
  const made = await makeDraft(of, draft, kinds);
  const numbers = await selectNumbers(of);
  const fresh = assignNumbers(
    made.source.services.map(({ key }) => key),
    numbers,
    made.source.common.numbers,
  );
  const rows = withRows(await selectRows(of), toCatalogueRows(made.source, new Map([...numbers, ...fresh])));
  // The preview shows the service even if it is hidden or archived.
  const services = rows.services.map((row) => (row.slug === made.slug ? { ...row, state: 'sold' as const } : row));
  const questions = rows.services.find(({ slug }) => slug === made.slug)?.fields ?? [];
  return { ...made, catalogue: withKinds(toCatalogue({ ...rows, services }, 'draft'), kinds), conditions: listConditions(questions) };
}

/** The text of an old version. */
export async function getCatalogueVersionText(of: DbClient, { file, number }: { file: string; number: number }): Promise<string> {
  const value = (await getContentAtVersion(of, 'catalogue', [file], number)).get(file);
  if (value === undefined) throw new UserError(404);
  return toText(file, value);
}

/** Saves the draft as the current version for all nodes. Fails if a newer version exists. */
export async function saveCatalogueDraft(
  tx: DbClient,
  { made, from, why, by, at }: Omit<SaveOptions<PreparedDraft, unknown>, 'draft'>,
): Promise<Saved<Pick<DraftRead, 'changes'>>> {
  await lockFolder(tx, 'catalogue');
  const now = await getCurrentContent(tx, 'catalogue');
  const { file, value, source, changes } = made;
  if ((now.get(file)?.number ?? 0) !== from) return { saved: false, isOld: false };
  if (formatStamp(now) !== made.stamp) return { saved: false, isOld: true };
  if (isEqual(now.get(file)?.value, value)) throw createUnchangedError();
  await writeContent(tx, { folder: 'catalogue', files: [{ file, value }], by, why, at });
  await saveSource(tx, source);
  return { saved: true, number: from + 1, changes };
}

/** A checked draft; `stamp`: the versions of all files that it was checked against. */
export type PreparedDraft = DraftRead & { readonly file: string; readonly stamp: string };

const read = createReader<DraftWork | ArchiveWork, DraftRead | ArchivePlan | readonly SourceError[]>(
  getThreadUrl('src/modules/catalogue/draft-thread.ts'),
);

/** Call outside of a transaction: parsing waits for a worker thread. */
export async function makeDraft(of: DbClient, draft: CatalogueDraft, kinds: readonly PluginKind[]): Promise<PreparedDraft> {
  const now = await getCurrentContent(of, 'catalogue');
  if (!now.has(draft.file) && !draft.isNew) throw new UserError(404);
  const field = draft.text === undefined ? undefined : 'text';
  const outcome = (await read(
    { values: getValues(now), draft, stored: { ...(await getStoredCatalogue(of)), kinds: kinds.map(({ name }) => name) } },
    field,
  )) as DraftRead | readonly SourceError[];
  if (isSourceErrors(outcome)) throw toFormError(outcome, draft.file, field);
  return { ...outcome, file: draft.file, stamp: formatStamp(now) };
}

/** `field`: of a draft as text; a form has a field for each value. */
const toFormError = (errors: readonly SourceError[], file: string, field: string | undefined): UserError =>
  field === undefined
    ? createFormError(errors.map((error) => describeCatalogueError(error, file)))
    : createTextError(errors.map((error) => ({ error, field: error.file === `shop/catalogue/${file}` ? field : undefined })));

/** The services of these files archived together. */
type Archive = ArchivePlan & { readonly stamp: string };

/** Call outside of a transaction, as for a draft. */
export async function makeArchive(of: DbClient, archived: readonly string[]): Promise<Archive> {
  const now = await getCurrentContent(of, 'catalogue');
  const outcome = await read({ values: getValues(now), stored: await getStoredCatalogue(of), archived }, undefined);
  if (isSourceErrors(outcome)) throw createTextError(outcome.map((error) => ({ error, field: undefined })));
  return { ...(outcome as ArchivePlan), stamp: formatStamp(now) };
}

type SaveArchiveOptions = Archive & Pick<SaveOptions<unknown, unknown>, 'why' | 'by' | 'at'>;

/** Says whether it was saved: not if another save came first. */
export async function saveArchive(tx: DbClient, { files, source, stamp, by, why, at }: SaveArchiveOptions): Promise<boolean> {
  await lockFolder(tx, 'catalogue');
  if (formatStamp(await getCurrentContent(tx, 'catalogue')) !== stamp) return false;
  await writeContent(tx, { folder: 'catalogue', files, by, why, at });
  await saveSource(tx, source);
  return true;
}
