// The owner edits a file of the catalogue at the desk: what is typed becomes the file's next version, checked together with all the others as at a start. It
// is loaded when somebody edits; no start waits for it.
import { parse } from 'yaml';
import type { DbClient } from '../../infra/database/database.ts';
import type { Operator } from '../../lib/people/operator.ts';
import { UserError } from '../../lib/user-error.ts';
import { isFaults, type SourceFault } from '../../lib/yaml/source.ts';
import { currentTexts, lockFolder, type OwnerText, openReader, stampOf, textsAt, writeTexts } from '../texts/actions.ts';
import { nothingChanged, refusalOfFaults } from '../texts/rules.ts';
import type { DraftRead, DraftWork } from './draft.ts';
import { saveSource } from './queries.ts';
import { catalogueOf, rowsOf } from './rows.ts';
import type { Catalogue } from './rules.ts';
import type { CatalogueDraft, ServiceDraft, TextChange } from './shapes-desk.ts';
import { COMMON_FILE, type SourceService } from './source.ts';

export type EditedService = ServiceDraft & Pick<SourceService, 'slug' | 'kind'>;
export type OpenedFile = OwnerText & { readonly service: EditedService | undefined };

export async function openFile(of: DbClient, file: string): Promise<OpenedFile> {
  const text = (await currentTexts(of, 'catalogue')).get(file);
  if (!text) throw new UserError(404);
  return { ...text, service: file === COMMON_FILE ? undefined : editedOf(parse(text.text) as SourceService) };
}

function editedOf(service: SourceService): EditedService {
  const { slug, kind, name, summary, description, revisions, contains, excludes, sample, fields, offers } = service;
  return { slug, kind, name, summary, description, revisions, contains, excludes, sample, fields, offers };
}

/** As it would be sold. Nothing is saved; refused with every fault of it, each with its line, and under the name of the field where a form has one. */
export async function previewDraft(of: DbClient, draft: CatalogueDraft): Promise<PreparedDraft & { readonly catalogue: Catalogue }> {
  const made = await makeDraft(of, draft);
  return { ...made, catalogue: catalogueOf(rowsOf(made.source), 'draft') };
}

/** The text of a version, to be looked at and perhaps written again. */
export async function catalogueVersion(of: DbClient, { file, number }: { file: string; number: number }): Promise<string> {
  const text = (await textsAt(of, 'catalogue', [file], number)).get(file);
  if (text === undefined) throw new UserError(404);
  return text;
}

type Saving = { readonly made: PreparedDraft; readonly from: number; readonly why: string; readonly by: Operator; readonly at: Date };
/** `isOld`: another file is a newer one by now, and the draft has to be read with it. */
type Saved =
  | { readonly saved: false; readonly isOld: boolean }
  | { readonly saved: true; readonly number: number; readonly changes: readonly TextChange[] };

/** From that moment on it is what is sold, on every node. Somebody else's newer version is never written over. */
export async function saveDraft(tx: DbClient, { made, from, why, by, at }: Saving): Promise<Saved> {
  await lockFolder(tx, 'catalogue');
  const now = await currentTexts(tx, 'catalogue');
  const { before, text, source, changes } = made;
  if (now.get(before.file)?.number !== from) return { saved: false, isOld: false };
  if (stampOf(now) !== made.stamp) return { saved: false, isOld: true };
  if (text === before.text) throw nothingChanged();
  await writeTexts(tx, { folder: 'catalogue', files: [{ file: before.file, text }], by, why, at });
  await saveSource(tx, source);
  return { saved: true, number: from + 1, changes };
}

/** A draft, read; `stamp`: of the versions of all files that it was read with. */
export type PreparedDraft = DraftRead & { readonly before: OwnerText; readonly stamp: string };

const read = openReader<DraftWork, DraftRead | readonly SourceFault[]>(new URL('./draft-thread.ts', import.meta.url));

/** Outside of any transaction: a thread reads it, and whoever else types may be before. */
export async function makeDraft(of: DbClient, draft: CatalogueDraft): Promise<PreparedDraft> {
  const texts = await currentTexts(of, 'catalogue');
  const before = texts.get(draft.file);
  if (!before) throw new UserError(404);
  const field = draft.text === undefined ? undefined : 'text';
  const outcome = await read({ files: [...texts.values()], draft }, field);
  if (isFaults(outcome)) throw refusalOf(outcome, draft.file, field);
  return { ...outcome, before, stamp: stampOf(texts) };
}

/** `field`: of what is about no value of the form. */
const refusalOf = (faults: readonly SourceFault[], file: string, field: string | undefined): UserError =>
  refusalOfFaults(faults.map((fault) => ({ fault, field: fault.file === `shop/catalogue/${file}` ? (field ?? fault.path) : undefined })));
