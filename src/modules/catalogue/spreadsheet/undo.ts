// Decides what the undo of an import of services takes back. Pure; runs in a worker thread.
import { parse } from 'yaml';
import { writeYaml } from '#lib/yaml/edit.ts';
import { isFaults, type SourceFault } from '#lib/yaml/source.ts';
import type { OwnerText } from '#modules/texts/actions.ts';
import type { StoredCatalogue } from '../source/faults.ts';
import { parseFiles } from '../source/files.ts';
import { type CatalogueSource, COMMON_FILE, type SourceService } from '../source/source.ts';

/** What an import did to a file. */
export type ImportedFile = {
  readonly file: string;
  /** The version that it wrote. */
  readonly number: number;
  /** Before it; null: the import created the file. */
  readonly before: string | null;
  /** The key of a service that the database did not know. */
  readonly isNew: boolean;
};
/** `ordered`: files of services that have orders. */
export type UndoWork = {
  readonly files: readonly OwnerText[];
  readonly stored: StoredCatalogue;
  readonly imported: readonly ImportedFile[];
  readonly ordered: readonly string[];
};
export type KeptBecause = 'edited' | 'ordered' | 'published' | 'bundled' | 'gone';
export type KeptService = { readonly file: string; readonly slug: string; readonly name: string; readonly reason: KeptBecause };
export type UndoPlan = {
  /** Null: the file is removed. */
  readonly files: readonly { readonly file: string; readonly text: string | null }[];
  /** Keys of services whose rows are removed too: they were never sold. */
  readonly removedKeys: readonly string[];
  readonly removed: number;
  readonly restored: number;
  readonly kept: readonly KeptService[];
  readonly source: CatalogueSource | undefined;
};

type Step = { readonly imported: ImportedFile; readonly current: OwnerText | undefined; readonly service: SourceService | undefined };

export function planUndo({ files, stored, imported, ordered }: UndoWork): UndoPlan | readonly SourceFault[] {
  const steps = imported.map((each): Step => {
    const current = files.find(({ file }) => file === each.file);
    return { imported: each, current, service: current && (parse(current.text) as SourceService) };
  });
  const reasons = new Map(steps.flatMap((step) => keptBecause(step, ordered)));
  keepBundled(files, steps, reasons);
  const taken = steps.filter((step) => !reasons.has(step.imported.file));
  const archived = steps.filter(({ imported: { file }, service }) => isArchivedInstead(reasons.get(file), service));
  const changed = [
    ...taken.map(({ imported: { file, before } }) => ({ file, text: before })),
    ...archived.map(({ imported: { file }, current }) => ({ file, text: writeYaml(current?.text ?? '', { state: 'archived' }) })),
  ];
  const created = taken.filter(({ imported: { before } }) => before === null);
  const removedKeys = created.flatMap(({ imported: { isNew }, service }) => (isNew && service ? [service.key] : []));
  const names = new Set(changed.map(({ file }) => file));
  const texts = changed.flatMap(({ file, text }) => (text === null ? [] : [{ file, text }]));
  const source =
    changed.length === 0
      ? undefined
      : parseFiles([...files.filter(({ file }) => !names.has(file)), ...texts], {
          currencies: stored.currencies,
          platforms: stored.platforms,
          services: stored.services.filter(({ key }) => !removedKeys.includes(key)),
          priced: [],
        });
  if (source && isFaults(source)) return source;
  return {
    files: changed,
    removedKeys,
    removed: created.length,
    restored: taken.length - created.length,
    kept: steps.flatMap(({ imported: { file }, service }) => {
      const reason = reasons.get(file);
      return reason ? [{ file, slug: service?.slug ?? '', name: service?.name.en ?? file, reason }] : [];
    }),
    source,
  };
}

/** A created service that is as it was imported was never sold. */
function keptBecause({ imported: { file, number, before }, current, service }: Step, ordered: readonly string[]): [string, KeptBecause][] {
  if (!current || !service) return [[file, 'gone']];
  if (current.number === number) return [];
  if (before !== null) return [[file, 'edited']];
  if (ordered.includes(file)) return [[file, 'ordered']];
  return [[file, service.state === 'archived' ? 'edited' : 'published']];
}

const isArchivedInstead = (reason: KeptBecause | undefined, service: SourceService | undefined): boolean =>
  (reason === 'ordered' || reason === 'published') && service?.state !== 'archived';

/** A bundle that stays keeps what it contains. */
function keepBundled(files: readonly OwnerText[], steps: readonly Step[], reasons: Map<string, KeptBecause>): void {
  const services = files
    .filter(({ file }) => file !== COMMON_FILE)
    .map(({ file, text }) => ({ file, service: parse(text) as SourceService }));
  for (;;) {
    const removed = steps.filter(({ imported: { file, before } }) => before === null && !reasons.has(file));
    const going = new Set(removed.map(({ imported: { file } }) => file));
    const used = new Set(
      services.flatMap(({ file, service }) =>
        going.has(file) ? [] : service.offers.flatMap(({ pieces }) => pieces.map(({ offer }) => offer)),
      ),
    );
    const bundled = removed.filter(({ service }) => service?.offers.some(({ id }) => used.has(id)));
    if (bundled.length === 0) return;
    for (const { imported } of bundled) reasons.set(imported.file, 'bundled');
  }
}
