// Columns of a file of services: one row per offer, and rows with the same address are one service. A
// column's name is the path of its value in the owner's file, without the numbers of list items. Without zod,
// so that the desk's page loads none.
import { builtInLocales } from '#lib/locale.ts';
import type { CurrencyCode } from '#lib/money/money.ts';

const perLocale = <Path extends string>(path: Path, label: string) =>
  builtInLocales.map((locale) => ({ field: `${path}.${locale}` as const, label: `${label} (${locale})` }));

const before = [
  { field: 'slug', label: 'Address' },
  ...perLocale('name', 'Name'),
  ...perLocale('summary', 'Summary'),
  ...perLocale('description', 'Description'),
  ...perLocale('contains', 'Included'),
  ...perLocale('excludes', 'Not included'),
  ...perLocale('sample.caption', 'Sample caption'),
  ...perLocale('sample.text', 'Sample'),
  { field: 'kind', label: 'Kind' },
  { field: 'interval', label: 'Billing' },
  { field: 'revisions', label: 'Revisions' },
  { field: 'turnaround', label: 'Ready within' },
  { field: 'delivers', label: 'Delivered as' },
  { field: 'countedIn', label: 'Counted in' },
  { field: 'madeBy', label: 'Made by' },
  { field: 'platforms', label: 'Platforms' },
  { field: 'icon', label: 'Icon' },
  { field: 'position', label: 'Position' },
  { field: 'offers.id', label: 'Offer key' },
  ...perLocale('offers.unit', 'Unit'),
  ...perLocale('offers.note', 'Note'),
] as const;
const after = [
  { field: 'offers.minQuantity', label: 'Min. quantity' },
  { field: 'offers.maxQuantity', label: 'Max. quantity' },
  { field: 'offers.count', label: 'Counted as' },
  { field: 'offers.revisions', label: 'Revisions of the offer' },
  { field: 'offers.pieces', label: 'Contents' },
] as const;

type PriceColumn = `offers.prices.${CurrencyCode}`;
export type ServiceColumn = (typeof before | typeof after)[number]['field'] | PriceColumn;
type NamedColumn = { readonly field: ServiceColumn; readonly label: string };

/** With a price in each of these currencies. */
export const serviceColumns = (currencies: readonly CurrencyCode[]): readonly NamedColumn[] => [
  ...before,
  ...currencies.map((code): NamedColumn => ({ field: `offers.prices.${code}`, label: priceLabel(code) })),
  ...after,
];

const priceLabel = (code: CurrencyCode): string => `Price ${code}`;
const labels = new Map<string, string>([...before, ...after].map(({ field, label }) => [field, label]));
export const labelOfColumn = (column: string): string | undefined => {
  const [, code] = /^offers\.prices\.(\w+)$/.exec(column) ?? [];
  return code === undefined ? labels.get(column) : priceLabel(code);
};

/** The cells of one row that are not empty. */
export type ServiceCells = Readonly<Partial<Record<ServiceColumn, string>>>;
/** `fault`: why the row cannot be read at all. */
export type ServiceRecord = { readonly line: number; readonly cells: ServiceCells; readonly fault?: string | undefined };

export type ServiceOutcome = 'refuse' | 'create' | 'update' | 'same' | 'exists';
export type PlannedRow = {
  readonly line: number;
  /** Address of its service. */
  readonly slug: string;
  readonly outcome: ServiceOutcome;
  /** Why it is refused, or what it changes. */
  readonly reason: string | null;
};
