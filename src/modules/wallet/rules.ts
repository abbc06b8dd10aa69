// The accounts of the books and what moves between them, as a table. Pure.
import type { CurrencyNumber } from '../../lib/money/money.ts';

/**
 * `provider`: money that payment providers hold for the shop. `sales`: what was paid for orders. `promotion`: what the shop gives away. `cash` and
 * `promo`: what a customer has, paid in or given.
 */
export type LedgerAccount = 'provider' | 'sales' | 'promotion' | 'cash' | 'promo';

export type DepositState = 'open' | 'paid' | 'expired';

/** Each by its reason, with the row that is its subject: nothing is booked twice for the same one. */
export const transfers = {
  /** A charge pays a purchase. */
  sale: { from: 'provider', to: 'sales' },
  /** A charge fills the balance: a deposit, or money that came when nothing was to be paid any more. */
  deposit: { from: 'provider', to: 'cash' },
  stray: { from: 'provider', to: 'cash' },
  /** What a coupon adds to a deposit. */
  bonus: { from: 'promotion', to: 'promo' },
  /** A purchase is paid from the balance. */
  spend: { from: 'cash', to: 'sales' },
  spendPromo: { from: 'promo', to: 'sales' },
  /** An order is given back to the balance. */
  giveBack: { from: 'sales', to: 'cash' },
  giveBackPromo: { from: 'sales', to: 'promo' },
  /** A part of an order is given back by an operator, and the order goes on. */
  partBack: { from: 'sales', to: 'cash' },
  partBackPromo: { from: 'sales', to: 'promo' },
  /** An operator gives something, with a reason. It is the shop's own money, so it is credit: nobody can be paid what never came in. */
  gift: { from: 'promotion', to: 'promo' },
  /** And to where it was paid from, or to the balance where that did not work. */
  refund: { from: 'sales', to: 'provider' },
  refundFailed: { from: 'provider', to: 'cash' },
  /** An operator gives a deposit back to where it was paid from, and its part of what a coupon had added is taken back with it, or returned with it. */
  depositBack: { from: 'cash', to: 'provider' },
  bonusBack: { from: 'promo', to: 'promotion' },
  bonusAgain: { from: 'promotion', to: 'promo' },
} as const satisfies Readonly<Record<string, { readonly from: LedgerAccount; readonly to: LedgerAccount }>>;

export type TransferKind = keyof typeof transfers;

/** What one deposit may be, in minor units. */
export type DepositLimit = { readonly currency: CurrencyNumber; readonly least: number; readonly most: number };

/** What a customer sees as coming in; everything else of the customer's goes out. */
export const isIn = ({ to }: (typeof transfers)[TransferKind]): boolean => to === 'cash' || to === 'promo';

export type Direction = 'in' | 'out';

const kinds = Object.keys(transfers) as readonly TransferKind[];

/** By the way they go, for a customer's statement. */
export const kindsOf = (direction: Direction): readonly TransferKind[] =>
  kinds.filter((kind) => isIn(transfers[kind]) === (direction === 'in'));

/** What a movement's subject is: a row of another room, which tells what the money was for. */
export const subjects: Readonly<Record<TransferKind, 'charge' | 'deposit' | 'purchase' | 'order' | 'refund' | 'part' | 'gift'>> = {
  sale: 'charge',
  deposit: 'charge',
  stray: 'charge',
  bonus: 'deposit',
  spend: 'purchase',
  spendPromo: 'purchase',
  giveBack: 'order',
  giveBackPromo: 'order',
  refund: 'refund',
  refundFailed: 'refund',
  partBack: 'part',
  partBackPromo: 'part',
  gift: 'gift',
  depositBack: 'refund',
  bonusBack: 'refund',
  bonusAgain: 'refund',
};

type Gifted = { readonly price: number; readonly amount: number; readonly given: number };

/** Of what a coupon added to a deposit, the part that belongs to what goes back now: with the last cent of the price goes the last of the gift. */
export function creditShare({ price, amount, given }: Gifted, back: number): number {
  const until = (part: number): number => (price > 0 ? Math.floor(((amount - price) * part) / price) : 0);
  return until(given + back) - until(given);
}
