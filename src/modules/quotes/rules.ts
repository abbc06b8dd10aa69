// States, numbers and prices of quotes. Pure.
import { computePercentDiscount } from '#lib/money/price.ts';

export type StoredState = 'open' | 'accepted' | 'declined' | 'withdrawn';
export const quoteStates = ['open', 'accepted', 'declined', 'withdrawn', 'expired'] as const;
export type QuoteState = (typeof quoteStates)[number];

/** What was accepted, by whom, when and from where. `hash`: of the version with the options and the total. */
export type Acceptance = {
  readonly name: string;
  readonly at: string;
  readonly address: string;
  readonly version: number;
  readonly options: readonly number[];
  readonly total: number;
  readonly hash: string;
};

/** It can be accepted until the moment before `validUntil`. */
export const getState = ({ state, validUntil }: { readonly state: StoredState; readonly validUntil: Date }, now: Date): QuoteState =>
  state === 'open' && now >= validUntil ? 'expired' : state;

const DIGITS = 6;
export const quoteNumber = (serial: number): string => `Q-${String(serial).padStart(DIGITS, '0')}`;

type Priced = { readonly total: number };
type PricedContent<Line extends Priced> = {
  readonly lines: readonly Line[];
  readonly options: readonly Line[];
  readonly discountPercent: number;
};

/** With these options, each named by its position. */
export function computeQuoteTotal<Line extends Priced>(
  { lines, options, discountPercent }: PricedContent<Line>,
  chosen: readonly number[],
) {
  const chosenLines = [...lines, ...options.filter((_, index) => chosen.includes(index))];
  const subtotal = chosenLines.reduce((sum, { total }) => sum + total, 0);
  const discount = computePercentDiscount(subtotal, discountPercent);
  return { lines: chosenLines, subtotal, discount, price: subtotal - discount };
}

/** "0,2" as a form posts it; undefined if it names no option. */
export function parseOptions(posted: string, count: number): number[] | undefined {
  const positions = posted === '' ? [] : posted.split(',').map((each) => (/^\d{1,2}$/.test(each) ? Number(each) : -1));
  return positions.every((each) => each >= 0 && each < count) ? [...new Set(positions)].sort((a, b) => a - b) : undefined;
}

/** What is asked for at acceptance, rounded down; null: all of it. */
export function findAdvance({ advancePercent }: { readonly advancePercent: number }, price: number): number | null {
  const amount = computePercentDiscount(price, advancePercent);
  return amount > 0 && amount < price ? amount : null;
}
