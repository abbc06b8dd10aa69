// The accounts of the books and what moves between them, as a table. Pure.
import { Currency, type CurrencyNumber } from '../../lib/money.ts';

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
  /** And to where it was paid from, or to the balance where that did not work. */
  refund: { from: 'sales', to: 'provider' },
  refundFailed: { from: 'provider', to: 'cash' },
} as const satisfies Readonly<Record<string, { readonly from: LedgerAccount; readonly to: LedgerAccount }>>;

export type TransferKind = keyof typeof transfers;

/** What one deposit may be, in minor units. */
export const depositLimits: Readonly<Record<CurrencyNumber, { readonly least: number; readonly most: number }>> = {
  [Currency.EUR]: { least: 500, most: 1_000_000 },
  [Currency.USD]: { least: 500, most: 1_000_000 },
  [Currency.AUD]: { least: 500, most: 1_000_000 },
  [Currency.NOK]: { least: 5_000, most: 10_000_000 },
};
