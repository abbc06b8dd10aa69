// The cart in localStorage. Invalid lines are skipped when it is read; changes dispatch an event in this tab
// and the others.
// Loaded with the pages that change or show it.
import { MAX_LINES, type PriceTier } from '#lib/money/price.ts';
import type { ChosenAddOn } from '#modules/orders/add-ons/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import { notifyCartChange, saveCart } from './local-storage.ts';
import { getItem, setItem } from './storage.ts';

/** With its name and price or percentage at that time, to show what has changed. */
export type CartAddOn = ChosenAddOn & {
  readonly name?: string;
  readonly unitPriceSeen?: number;
  readonly percentSeen?: number | undefined;
};

/** As in POST /api/orders, with the price at the time it was added, to show price changes. */
export type CartLine = {
  readonly offerId: string;
  readonly quantity: number;
  readonly platform: number | null;
  readonly answers: Answers;
  readonly addOns?: readonly CartAddOn[];
  /** By question: id, size and name of each file. */
  readonly files?: Readonly<Record<string, readonly string[]>>;
  readonly currency?: number;
  readonly unitPriceSeen?: number;
  /** Volume prices at that time. */
  readonly tiersSeen?: readonly PriceTier[];
};

export const readCart = (): readonly CartLine[] => readLines(getItem('orders')).lines;

/** `unread`: some of it could not be read. */
export function readLines(text: string | undefined): { readonly lines: readonly CartLine[]; readonly unread: boolean } {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(stored)) return { lines: [], unread: stored !== null };
    const lines = stored.flatMap((line) => readLine(line) ?? []);
    return { lines, unread: lines.length < stored.length };
  } catch {
    return { lines: [], unread: true };
  }
}

/** Result of a change. 'full' (too many lines) and 'noRoom' (storage full) leave the cart unchanged. */
export type CartWriteResult = 'kept' | 'full' | 'noRoom';

export function addLine(line: CartLine): CartWriteResult {
  const lines = readCart();
  return lines.length >= MAX_LINES ? 'full' : saveLines([...lines, line]);
}

export const replaceLine = (index: number, line: CartLine): CartWriteResult => saveLines(readCart().with(index, line));

const saveLines = (wanted: readonly CartLine[]): CartWriteResult =>
  saveCart(wanted.length > 0 ? JSON.stringify(wanted) : null) ? 'kept' : 'noRoom';

/** A line as it was rendered; another tab may have moved it since. */
type LineRef = { readonly index: number; readonly line: CartLine };

/** Does nothing if the line is not in the cart any more. */
export function changeLine(ref: LineRef, next: CartLine): CartWriteResult {
  const lines = readCart();
  const index = findLineIndex(lines, ref);
  return index < 0 ? 'kept' : saveLines(lines.with(index, next));
}

/** Inserts the copy right after it. */
export function duplicateLine(ref: LineRef): CartWriteResult {
  const lines = readCart();
  const index = findLineIndex(lines, ref);
  if (index < 0) return 'kept';
  return lines.length >= MAX_LINES ? 'full' : saveLines(lines.toSpliced(index + 1, 0, ref.line));
}

/** `putBack` inserts it at its old index and leaves the other lines as they are then. */
export function removeLine(ref: LineRef): { readonly done: CartWriteResult; readonly putBack: () => CartWriteResult } {
  const lines = readCart();
  const index = findLineIndex(lines, ref);
  if (index < 0) return { done: 'kept', putBack: () => 'kept' };
  return { done: saveLines(lines.toSpliced(index, 1)), putBack: () => saveLines(readCart().toSpliced(index, 0, ref.line)) };
}

/** True if the cart contains each of these lines, as often as it is given. */
export function isInCart(wanted: readonly CartLine[]): boolean {
  const unmatched = readCart().map((line) => JSON.stringify(line));
  return wanted.every((line) => {
    const index = unmatched.indexOf(JSON.stringify(line));
    if (index >= 0) unmatched.splice(index, 1);
    return index >= 0;
  });
}

function findLineIndex(lines: readonly CartLine[], { index, line }: LineRef): number {
  const same = (other: CartLine | undefined) => JSON.stringify(other) === JSON.stringify(line);
  return same(lines[index]) ? index : lines.findIndex(same);
}

const UNREAD = 'ordersUnread';

export const readUnread = (): string | undefined => getItem(UNREAD);

/** Leaves the readable lines in the cart and stores the original text until the visitor dismisses it. */
export function setUnreadableAside(): void {
  const text = getItem('orders');
  const { lines, unread } = readLines(text);
  if (!unread || text === undefined) return;
  setItem(UNREAD, text);
  // If the copy cannot be stored, the cart stays as it is.
  if (getItem(UNREAD) === text) saveLines(lines);
}

export function dismissUnread(): void {
  setItem(UNREAD, null);
  notifyCartChange();
}

const isTier = (value: { readonly [Name in keyof PriceTier]?: unknown } | null): value is PriceTier =>
  Number.isSafeInteger(value?.from) && Number.isSafeInteger(value?.unitPrice);

const isAddOn = (value: { readonly [Name in keyof CartAddOn]?: unknown } | null): value is CartAddOn =>
  typeof value?.id === 'string' && Number.isSafeInteger(value.quantity);

function readLine(stored: unknown): CartLine | undefined {
  const { offerId, quantity, platform, answers, addOns, files, currency, unitPriceSeen, tiersSeen } = (stored ?? {}) as Record<
    string,
    unknown
  >;
  if (typeof offerId !== 'string') return undefined;
  // A line without its brief is valid; the cart shows what is missing.
  const hasBrief = typeof answers === 'object' && answers !== null && !Array.isArray(answers);
  return {
    offerId,
    quantity: Number.isSafeInteger(quantity) ? Number(quantity) : 1,
    platform: Number.isSafeInteger(platform) ? Number(platform) : null,
    answers: hasBrief ? (answers as Answers) : {},
    ...(Array.isArray(addOns) && addOns.every(isAddOn) ? { addOns } : {}),
    ...(files instanceof Object ? ({ files } as Pick<CartLine, 'files'>) : {}),
    ...(Number.isSafeInteger(currency) ? { currency: Number(currency) } : {}),
    ...(Number.isSafeInteger(unitPriceSeen) ? { unitPriceSeen: Number(unitPriceSeen) } : {}),
    ...(Array.isArray(tiersSeen) && tiersSeen.every(isTier) ? { tiersSeen } : {}),
  };
}
