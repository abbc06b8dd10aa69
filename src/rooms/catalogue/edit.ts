// The owner edits a file of the catalogue at the desk: what is typed becomes the file's next version, checked together with all the others as at a start. It
// is loaded when somebody edits; no start waits for it.
import { parse } from 'yaml';
import type { Queries } from '../../infra/db.ts';
import type { Operator } from '../../lib/operator.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isFaults, type SourceFault } from '../../lib/yaml-source.ts';
import { writeYaml } from '../../lib/yaml-written.ts';
import { currentTexts, lockFolder, type OwnerText, textsAt, writeTexts } from '../texts/actions.ts';
import { nothingChanged, refusalOfFaults } from '../texts/rules.ts';
import { changesBetween } from './changes.ts';
import { saveSource } from './queries.ts';
import { catalogueOf, rowsOf } from './rows.ts';
import type { Catalogue } from './rules.ts';
import type { CatalogueDraft, ServiceDraft, TextChange } from './shapes-desk.ts';
import { type CatalogueSource, COMMON_FILE, type SourceService } from './source.ts';
import { parseFiles } from './source-files.ts';

export type EditedService = ServiceDraft & Pick<SourceService, 'slug' | 'kind'>;
export type OpenedFile = OwnerText & { readonly service: EditedService | undefined };

export async function openFile(of: Queries, file: string): Promise<OpenedFile> {
  const text = (await currentTexts(of, 'catalogue')).get(file);
  if (!text) throw new Refusal(404);
  return { ...text, service: file === COMMON_FILE ? undefined : editedOf(parse(text.text) as SourceService) };
}

function editedOf(service: SourceService): EditedService {
  const { slug, kind, name, summary, description, revisions, contains, excludes, sample, fields, offers } = service;
  return { slug, kind, name, summary, description, revisions, contains, excludes, sample, fields, offers };
}

export type Drafted = {
  readonly before: OwnerText;
  readonly text: string;
  readonly changes: readonly TextChange[];
  /** As it would be sold. */
  readonly catalogue: Catalogue;
  /** Of the service that the file describes. */
  readonly slug: string | undefined;
};

/** What a draft comes to; nothing is saved. Refused with every fault of it, each with its line, and under the name of the field where a form has one. */
export const previewDraft = async (of: Queries, draft: CatalogueDraft): Promise<Drafted> => (await drafted(of, draft)).drafted;

/** The text of a version, to be looked at and perhaps written again. */
export async function catalogueVersion(of: Queries, { file, number }: { file: string; number: number }): Promise<string> {
  const text = (await textsAt(of, 'catalogue', [file], number)).get(file);
  if (text === undefined) throw new Refusal(404);
  return text;
}

type Saving = { readonly draft: CatalogueDraft; readonly from: number; readonly why: string; readonly by: Operator; readonly at: Date };
type Saved = { readonly saved: false } | { readonly saved: true; readonly number: number; readonly changes: readonly TextChange[] };

/** From that moment on it is what is sold, on every node. Somebody else's newer version is never written over. */
export async function saveDraft(tx: Queries, { draft, from, why, by, at }: Saving): Promise<Saved> {
  await lockFolder(tx, 'catalogue');
  const before = (await currentTexts(tx, 'catalogue')).get(draft.file);
  if (before && before.number !== from) return { saved: false };
  const { drafted: made, source } = await drafted(tx, draft);
  if (made.text === made.before.text) throw nothingChanged();
  await writeTexts(tx, { folder: 'catalogue', files: [{ file: draft.file, text: made.text }], by, why, at });
  await saveSource(tx, source);
  return { saved: true, number: from + 1, changes: made.changes };
}

async function drafted(of: Queries, draft: CatalogueDraft): Promise<{ drafted: Drafted; source: CatalogueSource }> {
  const texts = await currentTexts(of, 'catalogue');
  const before = texts.get(draft.file);
  if (!before) throw new Refusal(404);
  const text = textOf(before.text, draft);
  const source = parseFiles([...texts.values()].map((each) => (each === before ? { ...each, text } : each)));
  if (isFaults(source)) throw refusalOf(source, draft.file);
  const [was, is] = [parse(before.text), parse(text)] as [SourceService, SourceService];
  return {
    drafted: { before, text, changes: changesBetween(was, is), catalogue: catalogueOf(rowsOf(source), 'draft'), slug: is.slug },
    source,
  };
}

function textOf(before: string, { text, service }: CatalogueDraft): string {
  if (text !== undefined) return text.endsWith('\n') ? text : `${text}\n`;
  return service ? writeYaml(before, service) : before;
}

const refusalOf = (faults: readonly SourceFault[], file: string): Refusal =>
  refusalOfFaults(faults.map((fault) => ({ fault, field: fault.file === `shop/catalogue/${file}` ? fault.path : undefined })));
