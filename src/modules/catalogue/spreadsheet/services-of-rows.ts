// Groups the rows of a file into services, and puts their cells into the owner's files. Pure.

import { type BuiltInLocale, builtInLocales, type Words } from '#lib/locale.ts';
import { fillWords } from '#lib/words/fill-words.ts';
import type { SourceService } from '../source/source.ts';
import { cleanCell, columnSteps, isOfOffer, listAndLocale, readCell, type SourceOffer, writeCell } from './cells.ts';
import { labelOfColumn, type ServiceCells, type ServiceColumn, type ServiceRecord } from './shapes-columns.ts';

/** Rows with one address. `faults`: by line. */
export type RowGroup = { readonly slug: string; readonly rows: readonly ServiceRecord[]; readonly faults: ReadonlyMap<number, string> };

export function groupRows(records: readonly ServiceRecord[]): readonly RowGroup[] {
  const named = records.map((row) => ({ row, slug: getAddress(row.cells) }));
  // A row without an address belongs to no other.
  const groups = Map.groupBy(named, ({ row, slug }) => slug || `line ${row.line}`);
  return [...groups.values()].map((group) => {
    const rows = group.map(({ row }) => row);
    const slug = group[0]?.slug ?? '';
    return {
      slug,
      rows,
      faults: new Map([
        ...differences(rows),
        ...(slug === '' ? rows.map((row) => [row.line, noAddress] as const) : []),
        ...readFaults(rows),
      ]),
    };
  });
}

const noAddress = 'Address: there is none, and no English name to make one of.';

/** The cell, or the English name as an address: "Logo design" is logo-design. */
function getAddress({ slug, 'name.en': name = '' }: ServiceCells): string {
  const made = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '');
  return cleanCell(slug ?? '') || made;
}

const readFaults = (rows: readonly ServiceRecord[]) => rows.flatMap(({ line, fault }) => (fault ? [[line, fault] as const] : []));

/** What a service has once must not differ between its rows. */
function differences(rows: readonly ServiceRecord[]): (readonly [number, string])[] {
  const first = new Map<string, { readonly line: number; readonly cell: string }>();
  return rows.flatMap(({ line, cells }) =>
    Object.entries(cells).flatMap(([column, cell = '']) => {
      if (isOfOffer(column) || column === 'slug') return [];
      const before = first.get(column);
      if (!before) first.set(column, { line, cell });
      return before && before.cell !== cell
        ? [[line, `${labelOfColumn(column)}: line ${before.line} says something else about the same service.`] as const]
        : [];
    }),
  );
}

/** Of all rows of a service: the first cell that is not empty. */
const serviceCells = (rows: readonly ServiceRecord[]): ServiceCells =>
  Object.assign(
    {},
    ...rows.toReversed().map(({ cells }) => Object.fromEntries(Object.entries(cells).filter(([name]) => !isOfOffer(name)))),
  );

const noWords: Words = { en: '', es: '', jp: '' };
export const newService = (more: Pick<SourceService, 'key' | 'slug' | 'position'>): SourceService => ({
  kind: 'service',
  state: 'archived',
  madeBy: 'person',
  platforms: [],
  revisions: 1,
  interval: null,
  turnaround: '48h',
  name: noWords,
  summary: noWords,
  description: noWords,
  contains: [],
  excludes: [],
  sample: { caption: noWords, text: noWords },
  fields: [],
  offers: [],
  ...more,
});
const newOffer = (id: string): SourceOffer => ({
  id,
  unit: noWords,
  note: noWords,
  minQuantity: 1,
  maxQuantity: 10,
  prices: {},
  pieces: [],
});

export type FilledService = {
  readonly service: SourceService;
  /** By line. */
  readonly faults: ReadonlyMap<number, string>;
  /** The line of each offer by its key. */
  readonly lines: ReadonlyMap<string, number>;
};

type FillOptions = { readonly isNew: boolean; readonly fallback: BuiltInLocale | undefined };

/** The service with the cells of its rows. Empty cells change nothing, and nothing is removed. */
export function fillService(before: SourceService, { slug, rows }: RowGroup, { isNew, fallback }: FillOptions): FilledService {
  const faults = new Map<number, string>();
  const lines = new Map<string, number>();
  const lineWith = (column: string) => rows.find(({ cells }) => cells[column as ServiceColumn] !== undefined)?.line ?? rows[0]?.line ?? 0;
  const service = withCells(before, serviceCells(rows), (column, fault) =>
    faults.set(lineWith(column), `${labelOfColumn(column)}: ${fault}`),
  );
  for (const column of ['kind', 'interval'] as const)
    if (!isNew && service[column] !== before[column])
      faults.set(lineWith(column), `${labelOfColumn(column)}: it can’t be changed. Add another service.`);
  const offers = [...before.offers];
  for (const [index, { line, cells }] of rows.filter((row) => Object.keys(row.cells).some(isOfOffer)).entries()) {
    const id = cells['offers.id'] ?? `${slug}-${index + 1}`;
    const at = offers.findIndex((offer) => offer.id === id);
    const used = lines.get(id);
    if (used !== undefined) faults.set(line, `Offer key: it is in line ${used} too.`);
    if (at === -1 && cells['offers.id'] === undefined && !isNew)
      faults.set(line, `Offer key: enter it, because the service exists. It has ${before.offers.map((offer) => offer.id).join(', ')}.`);
    lines.set(id, line);
    const filled = withCells(offers[at] ?? newOffer(id), cells, (column, fault) => faults.set(line, `${labelOfColumn(column)}: ${fault}`));
    offers.splice(at === -1 ? offers.length : at, at === -1 ? 0 : 1, filled);
  }
  const whole = { ...service, offers };
  return { service: isNew && fallback ? fillWords(whole, fallback) : whole, faults, lines };
}

/** The cells of the value's own level: of the service, or of an offer. */
function withCells<T extends SourceService | SourceOffer>(
  before: T,
  cells: ServiceCells,
  report: (column: ServiceColumn, fault: string) => void,
): T {
  let value = before as unknown as Record<string, unknown>;
  const isOffer = !('slug' in before);
  const lists = new Map<'contains' | 'excludes', Partial<Record<BuiltInLocale, readonly string[]>>>();
  for (const [name, cell = ''] of Object.entries(cells)) {
    const column = name as ServiceColumn;
    if (isOfOffer(column) !== isOffer || column === 'slug' || cell === writeCell(column, before)) continue;
    const outcome = readCell(column, cell);
    if ('fault' in outcome) {
      report(column, outcome.fault);
      continue;
    }
    const list = listAndLocale(column);
    if (list) lists.set(list[0], { ...lists.get(list[0]), [list[1]]: outcome.value as readonly string[] });
    else value = setAt(value, columnSteps(column), outcome.value);
  }
  for (const [name, changed] of lists) value = { ...value, [name]: withLines((before as SourceService)[name], changed) };
  return value as unknown as T;
}

const setAt = (tree: Record<string, unknown>, [step = '', ...rest]: readonly string[], value: unknown): Record<string, unknown> => ({
  ...tree,
  [step]: rest.length === 0 ? value : setAt((tree[step] ?? {}) as Record<string, unknown>, rest, value),
});

/**
 * Lines are the same in every language; one that a language does not have is empty, which the check reports.
 */
function withLines(before: readonly Words[], changed: Partial<Record<BuiltInLocale, readonly string[]>>): Words[] {
  const linesIn = (locale: BuiltInLocale): readonly string[] => changed[locale] ?? before.map((words) => words[locale]);
  const count = Math.max(...builtInLocales.map((locale) => linesIn(locale).length));
  return Array.from({ length: count }, (_, index) => ({
    en: linesIn('en')[index] ?? '',
    es: linesIn('es')[index] ?? '',
    jp: linesIn('jp')[index] ?? '',
  }));
}
