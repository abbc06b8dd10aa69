// The cart: a list of lines in the browser's storage, where anything may stand. What is no line is left out when it is read; what changes it tells
// this tab and the others. Loaded with the pages that fill it or show it.
import type { Answers } from '../rooms/orders/shapes.ts';
import { keepCart, read } from './kept.ts';

/** As POST /api/orders takes it, and what it cost when it was put here, so that a changed price can be told. */
export type CartLine = {
  readonly offerId: string;
  readonly quantity: number;
  readonly platform: number | null;
  readonly answers: Answers;
  readonly currency?: number;
  readonly unitPriceSeen?: number;
};

/** As many as one purchase can have. */
const MOST_LINES = 50;

export function readCart(): readonly CartLine[] {
  try {
    const lines: unknown = JSON.parse(read('orders') ?? '[]');
    return Array.isArray(lines) ? lines.flatMap((line) => lineOf(line) ?? []) : [];
  } catch {
    return [];
  }
}

const writeCart = (lines: readonly CartLine[]): void => keepCart(lines.length > 0 ? JSON.stringify(lines) : null);

/** Why a line is not in the cart: it has as many as it may, or the browser has no room. */
export type Kept = 'kept' | 'full' | 'noRoom';

export function addLine(line: CartLine): Kept {
  const lines = readCart();
  return lines.length >= MOST_LINES ? 'full' : exchange(lines, [...lines, line]);
}

export function replaceLine(index: number, line: CartLine): Kept {
  const lines = readCart();
  return exchange(lines, lines.with(index, line));
}

/** What did not fit leaves the cart as it was: a browser without room has thrown away the old one by then. */
function exchange(lines: readonly CartLine[], wanted: readonly CartLine[]): Kept {
  writeCart(wanted);
  if (read('orders') === JSON.stringify(wanted)) return 'kept';
  writeCart(lines);
  return 'noRoom';
}

function lineOf(kept: unknown): CartLine | undefined {
  const { offerId, quantity, platform, answers, currency, unitPriceSeen } = (kept ?? {}) as Record<string, unknown>;
  if (typeof offerId !== 'string' || typeof answers !== 'object' || answers === null || Array.isArray(answers)) return undefined;
  return {
    offerId,
    quantity: Number.isSafeInteger(quantity) ? Number(quantity) : 1,
    platform: Number.isSafeInteger(platform) ? Number(platform) : null,
    answers: answers as Answers,
    ...(Number.isSafeInteger(currency) ? { currency: Number(currency) } : {}),
    ...(Number.isSafeInteger(unitPriceSeen) ? { unitPriceSeen: Number(unitPriceSeen) } : {}),
  };
}
