// The cart: a list of lines in the browser's storage, where anything may stand. What is no line is left out when it is read; what changes it tells
// this tab and the others. Loaded with the pages that fill it or show it.
import { MAX_LINES } from '../../lib/money/price.ts';
import type { Answers } from '../../modules/orders/shapes.ts';
import { getItem, setItem } from '../../ui/browser/storage.ts';
import { keepCart, tellCartChanged } from './local-storage.ts';

/** As POST /api/orders takes it, and what it cost when it was put here, so that a changed price can be told. */
export type CartLine = {
  readonly offerId: string;
  readonly quantity: number;
  readonly platform: number | null;
  readonly answers: Answers;
  /** By the field that asks for them: the id of each, its bytes, and its name. */
  readonly files?: Readonly<Record<string, readonly string[]>>;
  readonly currency?: number;
  readonly unitPriceSeen?: number;
};

export const readCart = (): readonly CartLine[] => readLines(getItem('orders')).lines;

/** `unread`: something else stands there too. */
export function readLines(text: string | undefined): { readonly lines: readonly CartLine[]; readonly unread: boolean } {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(kept)) return { lines: [], unread: kept !== null };
    const lines = kept.flatMap((line) => lineOf(line) ?? []);
    return { lines, unread: lines.length < kept.length };
  } catch {
    return { lines: [], unread: true };
  }
}

/** Why something is not in the cart: it has as many lines as it may, or the browser has no room. Then the cart is as it was. */
export type Kept = 'kept' | 'full' | 'noRoom';

export function addLine(line: CartLine): Kept {
  const lines = readCart();
  return lines.length >= MAX_LINES ? 'full' : exchange([...lines, line]);
}

export const replaceLine = (index: number, line: CartLine): Kept => exchange(readCart().with(index, line));

const exchange = (wanted: readonly CartLine[]): Kept => (keepCart(wanted.length > 0 ? JSON.stringify(wanted) : null) ? 'kept' : 'noRoom');

/** A line as it was seen; meanwhile another tab may have moved it. */
type Seen = { readonly index: number; readonly line: CartLine };

/** It stays what it was where it is not there any more. */
export function changeLine(seen: Seen, next: CartLine): Kept {
  const lines = readCart();
  const index = placeOf(lines, seen);
  return index < 0 ? 'kept' : exchange(lines.with(index, next));
}

/** Right behind it. */
export function duplicateLine(seen: Seen): Kept {
  const lines = readCart();
  const index = placeOf(lines, seen);
  if (index < 0) return 'kept';
  return lines.length >= MAX_LINES ? 'full' : exchange(lines.toSpliced(index + 1, 0, seen.line));
}

/** `putBack` puts it where it was; the other lines stay as they have become meanwhile. */
export function removeLine(seen: Seen): { readonly done: Kept; readonly putBack: () => Kept } {
  const lines = readCart();
  const index = placeOf(lines, seen);
  if (index < 0) return { done: 'kept', putBack: () => 'kept' };
  return { done: exchange(lines.toSpliced(index, 1)), putBack: () => exchange(readCart().toSpliced(index, 0, seen.line)) };
}

/** Each of them is still there, as often as it is named. */
export function areInCart(wanted: readonly CartLine[]): boolean {
  const left = readCart().map((line) => JSON.stringify(line));
  return wanted.every((line) => {
    const index = left.indexOf(JSON.stringify(line));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

function placeOf(lines: readonly CartLine[], { index, line }: Seen): number {
  const same = (other: CartLine | undefined) => JSON.stringify(other) === JSON.stringify(line);
  return same(lines[index]) ? index : lines.findIndex(same);
}

const UNREAD = 'ordersUnread';

export const readUnread = (): string | undefined => getItem(UNREAD);

/** What could be read stays; the whole text, as it was, is put aside until its owner has seen it. */
export function quarantineUnreadable(): void {
  const text = getItem('orders');
  const { lines, unread } = readLines(text);
  if (!unread || text === undefined) return;
  setItem(UNREAD, text);
  // Where there is no room for it, it stays where it is.
  if (getItem(UNREAD) === text) exchange(lines);
}

export function dismissUnread(): void {
  setItem(UNREAD, null);
  tellCartChanged();
}

function lineOf(kept: unknown): CartLine | undefined {
  const { offerId, quantity, platform, answers, files, currency, unitPriceSeen } = (kept ?? {}) as Record<string, unknown>;
  if (typeof offerId !== 'string') return undefined;
  // A line without its brief is a line still; the cart says what is missing.
  const hasBrief = typeof answers === 'object' && answers !== null && !Array.isArray(answers);
  return {
    offerId,
    quantity: Number.isSafeInteger(quantity) ? Number(quantity) : 1,
    platform: Number.isSafeInteger(platform) ? Number(platform) : null,
    answers: hasBrief ? (answers as Answers) : {},
    ...(files instanceof Object ? ({ files } as Pick<CartLine, 'files'>) : {}),
    ...(Number.isSafeInteger(currency) ? { currency: Number(currency) } : {}),
    ...(Number.isSafeInteger(unitPriceSeen) ? { unitPriceSeen: Number(unitPriceSeen) } : {}),
  };
}
