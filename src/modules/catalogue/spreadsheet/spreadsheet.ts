// Changes many services at once: imports them as rows of a file, takes an import back, archives them. Loaded
// lazily: only some of the desk's pages need it.

import type { CurrencyCode } from '#lib/money/money.ts';
import type { Operator } from '#lib/people/operator.ts';
import { isFaults, type SourceFault } from '#lib/yaml/source.ts';
import { createReader, currentTexts, formatStamp, lockFolder, textsAt, writeTexts } from '#modules/texts/actions.ts';
import { refusalOfFaults } from '#modules/texts/rules.ts';
import type { DbClient } from '#platform/database/database.ts';
import { threadAt } from '#platform/paths.ts';
import { deleteServices, saveSource, storedCatalogue } from '../queries.ts';
import type { CatalogueSource } from '../source/source.ts';
import type { ArchivePlan } from './archive.ts';
import type { Plan, PlanWork } from './plan.ts';
import type { ServiceCells } from './shapes-columns.ts';
import type { SpreadsheetWork } from './thread.ts';
import type { ImportedFile, UndoPlan } from './undo.ts';

const read = createReader<SpreadsheetWork, unknown>(threadAt('src/modules/catalogue/spreadsheet/thread.ts'));

/** `stamp`: the versions of all files that it was made from. */
type Stamped = { readonly stamp: string };

/** Call outside of a transaction: parsing waits for a worker thread. */
export async function planServices(of: DbClient, asked: Omit<PlanWork, 'files' | 'stored'>): Promise<Plan & Stamped> {
  const texts = await currentTexts(of, 'catalogue');
  const stored = await storedCatalogue(of);
  const plan = checked((await read({ import: { files: [...texts.values()], stored, ...asked } }, 'file')) as Plan | readonly SourceFault[]);
  return { ...plan, stamp: formatStamp(texts) };
}

export async function exportedServices(of: DbClient, currencies: readonly CurrencyCode[]): Promise<readonly ServiceCells[]> {
  const texts = await currentTexts(of, 'catalogue');
  return (await read({ export: { files: [...texts.values()], currencies } }, undefined)) as readonly ServiceCells[];
}

/** What an import wrote. */
export type WrittenFile = Omit<ImportedFile, 'before'> & { readonly isCreated: boolean };
type ImportRecord = {
  readonly written: readonly WrittenFile[] /** Files whose services were ordered. */;
  readonly ordered: readonly string[];
};

export async function planServicesUndo(of: DbClient, { written, ordered }: ImportRecord): Promise<UndoPlan & Stamped> {
  const texts = await currentTexts(of, 'catalogue');
  const stored = await storedCatalogue(of);
  const imported: ImportedFile[] = [];
  for (const { isCreated, ...file } of written) imported.push({ ...file, before: isCreated ? null : await textBefore(of, file) });
  const plan = checked(
    (await read({ undo: { files: [...texts.values()], stored, imported, ordered } }, undefined)) as UndoPlan | readonly SourceFault[],
  );
  return { ...plan, stamp: formatStamp(texts) };
}

const textBefore = async (of: DbClient, { file, number }: Pick<ImportedFile, 'file' | 'number'>): Promise<string | null> =>
  (await textsAt(of, 'catalogue', [file], number - 1)).get(file) ?? null;

function checked<T extends object>(outcome: T | readonly SourceFault[]): T {
  if (isFaults(outcome)) throw refusalOfFaults(outcome.map((fault) => ({ fault, field: undefined })));
  return outcome as T;
}

/** `names`: of the services' files. */
export async function planServicesArchive(of: DbClient, names: readonly string[]): Promise<ArchivePlan & Stamped> {
  const texts = await currentTexts(of, 'catalogue');
  const work = { files: [...texts.values()], stored: await storedCatalogue(of), names };
  const plan = checked((await read({ archive: work }, undefined)) as ArchivePlan | readonly SourceFault[]);
  return { ...plan, stamp: formatStamp(texts) };
}

type SaveOptions = Stamped & {
  readonly files: readonly { readonly file: string; readonly text: string | null }[];
  readonly source: CatalogueSource | undefined;
  readonly removedKeys?: readonly string[];
  readonly by: Operator;
  readonly why: string;
  readonly at: Date;
};

/**
 * Saves all files together; undefined if another save came first. Returns the version numbers of the files.
 */
export async function saveServices(
  tx: DbClient,
  { files, source, stamp, removedKeys = [], by, why, at }: SaveOptions,
): Promise<ReadonlyMap<string, number> | undefined> {
  await lockFolder(tx, 'catalogue');
  const before = await currentTexts(tx, 'catalogue');
  if (formatStamp(before) !== stamp) return undefined;
  if (!source) return new Map();
  await writeTexts(tx, { folder: 'catalogue', files, by, why, at });
  await saveSource(tx, source);
  await deleteServices(tx, removedKeys);
  return new Map([...(await currentTexts(tx, 'catalogue')).values()].map(({ file, number }) => [file, number]));
}
