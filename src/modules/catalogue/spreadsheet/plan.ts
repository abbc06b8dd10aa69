// Decides what an import of services makes of each row, what an undo takes back, and writes the rows of an
// export. Pure; runs in a worker thread.
import { parse, stringify } from 'yaml';
import type { BuiltInLocale } from '#lib/locale.ts';
import { writeYaml } from '#lib/yaml/edit.ts';
import { isSame } from '#lib/yaml/merge.ts';
import { isFaults, type SourceFault } from '#lib/yaml/source.ts';
import type { OwnerFile } from '#modules/texts/actions.ts';
import { changesBetween } from '../changes.ts';
import type { TextChange } from '../desk-shapes.ts';
import { toServiceKey } from '../draft.ts';
import { formFault } from '../form-faults.ts';
import type { StoredCatalogue } from '../source/faults.ts';
import { parseFiles } from '../source/files.ts';
import { type CatalogueSource, COMMON_FILE, type SourceService } from '../source/source.ts';
import { isOfOffer, writeCell } from './cells.ts';
import { type FilledService, fillService, groupRows, newService, type RowGroup } from './services-of-rows.ts';
import {
  labelOfColumn,
  type PlannedRow,
  type ServiceCells,
  type ServiceOutcome,
  type ServiceRecord,
  serviceColumns,
} from './shapes-columns.ts';

type Known = { readonly files: readonly OwnerFile[]; readonly stored: StoredCatalogue };
export type PlanWork = Known & {
  readonly records: readonly ServiceRecord[];
  readonly existing: 'update' | 'skip';
  /** The language whose texts stand in for missing ones; undefined: they are refused. */
  readonly fallback?: BuiltInLocale | undefined;
};
/** `source`: the catalogue with all files; undefined if nothing changes. */
export type Plan = {
  readonly rows: readonly PlannedRow[];
  readonly files: readonly PlannedFile[];
  readonly source: CatalogueSource | undefined;
};
/** `isNew`: the database knows no service with its key. */
export type PlannedFile = OwnerFile & { readonly key: string; readonly isCreated: boolean; readonly isNew: boolean };

type OpenFile = OwnerFile & { readonly service: SourceService };
/** One service of the file, before and after the checks. */
type Candidate = {
  readonly group: RowGroup;
  readonly outcome: ServiceOutcome;
  readonly reasons: ReadonlyMap<number, string>;
  readonly filled?: FilledService;
  readonly file?: PlannedFile;
};

export function planImport({ files, stored, records, existing, fallback }: PlanWork): Plan | readonly SourceFault[] {
  const open = openFiles(files);
  let position = Math.max(0, ...open.map(({ service }) => service.position));
  let candidates = groupRows(records).map((group): Candidate => {
    const before = open.find(({ service }) => service.slug === group.slug);
    if (group.faults.size > 0) return refused(group, group.faults);
    if (!before) position += 1;
    return before && existing === 'skip'
      ? { group, outcome: 'exists', reasons: new Map() }
      : candidateOf(group, { before, position, fallback, names: new Set(files.map(({ file }) => file)), stored });
  });
  for (;;) {
    const changed = candidates.flatMap(({ file }) => (file ? [file] : []));
    if (changed.length === 0) return { rows: rowsOf(candidates), files: [], source: undefined };
    const names = new Set(changed.map(({ file }) => file));
    const source = parseFiles([...files.filter(({ file }) => !names.has(file)), ...changed], { ...stored, priced: [...names] });
    if (!isFaults(source)) return { rows: rowsOf(candidates), files: changed, source };
    const next = candidates.map((candidate) => withFaults(candidate, source));
    // The faults are elsewhere, in a file that the import does not change.
    if (next.every((candidate, index) => candidate === candidates[index])) return source;
    candidates = next;
  }
}

const openFiles = (files: readonly OwnerFile[]): readonly OpenFile[] =>
  files.filter(({ file }) => file !== COMMON_FILE).map((each) => ({ ...each, service: parse(each.text) as SourceService }));

const refused = (group: RowGroup, reasons: ReadonlyMap<number, string>): Candidate => ({ group, outcome: 'refuse', reasons });

type Beside = {
  readonly before: OpenFile | undefined;
  readonly position: number;
  readonly fallback: BuiltInLocale | undefined;
  readonly names: ReadonlySet<string>;
  readonly stored: StoredCatalogue;
};

function candidateOf(group: RowGroup, { before, position, fallback, names, stored }: Beside): Candidate {
  const { slug, rows } = group;
  const isNew = before === undefined;
  const base = before?.service ?? newService({ key: toServiceKey(slug), slug, position });
  const filled = fillService(base, group, { isNew, fallback });
  if (filled.faults.size > 0) return refused(group, filled.faults);
  const { service } = filled;
  if (!isNew && isSame(base, service)) return { group, outcome: 'same', reasons: new Map() };
  const file = before?.file ?? `${slug}.yaml`;
  if (isNew && names.has(file)) return refused(group, new Map([[rows[0]?.line ?? 0, 'Address: another service has a file of this name.']]));
  const text = before ? writeYaml(before.text, service) : stringify(service);
  const reasons = isNew ? [] : [[rows[0]?.line ?? 0, changesText(changesBetween(base, service))] as const];
  const planned = { file, text, key: service.key, isCreated: isNew, isNew: !stored.services.some(({ key }) => key === service.key) };
  return { group, outcome: isNew ? 'create' : 'update', reasons: new Map(reasons), filled, file: planned };
}

const MOST_CHANGES = 6;
const SHOWN_CHARS = 40;

/** "Offer logo-3: price in EUR: €99.00 → €109.00; Summary (es)." */
function changesText(changes: readonly TextChange[]): string {
  const shown = changes.slice(0, MOST_CHANGES).map(({ what, before, after }) => {
    const isShort = [before, after].every((value) => (value ?? '').length <= SHOWN_CHARS);
    return isShort ? `${what}: ${before ?? 'nothing'} → ${after ?? 'nothing'}` : what;
  });
  const more = changes.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? `; ${more} more` : ''}.`;
}

/** Refused if one of the faults is in its file. */
function withFaults(candidate: Candidate, faults: readonly SourceFault[]): Candidate {
  const { group, file, filled } = candidate;
  if (!file || !filled) return candidate;
  const own = faults.filter((fault) => fault.file === `shop/catalogue/${file.file}`);
  if (own.length === 0) return candidate;
  const reasons = new Map<number, string>();
  const isAddressWrong = own.some(({ path }) => path === 'slug' || path === 'key');
  for (const fault of own) {
    const { sentence, field = '' } = formFault(fault, file.file);
    const [list, index = '', part] = field.split('.');
    // A key that was made of the address has its faults.
    if (list === 'offers' && part === 'id' && isAddressWrong) continue;
    const offer = list === 'offers' ? filled.service.offers[Number(index)]?.id : undefined;
    const line = filled.lines.get(offer ?? '') ?? group.rows[0]?.line ?? 0;
    const label = labelOfPath(field);
    const reason = label ? `${label}: ${sentence}` : sentence;
    const before = reasons.get(line);
    if (!before?.includes(reason)) reasons.set(line, before ? `${before} ${reason}` : reason);
  }
  return refused(group, reasons);
}

/** "offers.1.pieces.0.offer" is in the column of the pieces. */
function labelOfPath(path: string): string | undefined {
  const steps = path.split('.').filter((step) => !/^\d+$/.test(step));
  for (let count = steps.length; count > 0; count--) {
    const label = labelOfColumn(steps.slice(0, count).join('.'));
    if (label) return label;
  }
  return undefined;
}

const rowsOf = (candidates: readonly Candidate[]): PlannedRow[] =>
  candidates
    .flatMap(({ group: { slug, rows }, outcome, reasons }) => {
      const [fault] = outcome === 'refuse' ? reasons.keys() : [];
      const otherwise = fault === undefined ? null : `The service has a fault in line ${fault}.`;
      return rows.map(({ line }) => ({ line, slug, outcome, reason: reasons.get(line) ?? otherwise }));
    })
    .sort((a, b) => a.line - b.line);

export type ExportWork = Pick<Known, 'files'> & Pick<StoredCatalogue, 'currencies'>;

/** One row for each offer; what the service has once is in its first row. */
export function exportServices({ files, currencies }: ExportWork): readonly ServiceCells[] {
  const columns = serviceColumns(currencies).map(({ field }) => field);
  const services = openFiles(files).map(({ service }) => service);
  return services
    .toSorted((a, b) => a.position - b.position || a.slug.localeCompare(b.slug))
    .flatMap((service) =>
      service.offers.map((offer, index) =>
        Object.fromEntries(
          columns.map((column) => {
            if (isOfOffer(column)) return [column, writeCell(column, offer)];
            return [column, column === 'slug' || index === 0 ? writeCell(column, service) : ''];
          }),
        ),
      ),
    );
}
