// The ledger's accounts and the kinds of transfers between them. Pure.
import type { CurrencyNumber } from '#lib/money/money.ts';

/**
 * `provider`: money at payment providers. `sales`: payments for orders. `promotion`: promotional credit that
 * the shop has granted. `cash` and `promo`: a customer's wallet, paid in and granted. `receivable`: what
 * customers owe, by invoice or because their banks took payments back. `bank`: the shop's own account at its
 * bank. `opening`: balances that customers had in the system before.
 */
export type LedgerAccount = 'provider' | 'sales' | 'promotion' | 'cash' | 'promo' | 'receivable' | 'bank' | 'opening';

/**
 * Why an entry of a bank statement settled no claim. `overpaid`: it settled one, and the rest is on the
 * customer's balance. `closed`: nothing is open on the claim. `debit`: money left the account.
 */
export const unmatchedReasons = ['unknown', 'overpaid', 'closed', 'currency', 'debit'] as const;
export type UnmatchedReason = (typeof unmatchedReasons)[number];

/** What settled a claim. `provider`: a payment by link. */
export const paidBys = ['bank', 'balance', 'provider'] as const;
export type PaidBy = (typeof paidBys)[number];

export type DepositState = 'open' | 'paid' | 'expired';

/** By kind, with the row that causes it. A kind is booked once for each row. */
export const transfers = {
  /** A charge pays for a purchase. */
  sale: { from: 'provider', to: 'sales' },
  /** A charge is added to the balance: a deposit, or a charge with nothing left to pay. */
  deposit: { from: 'provider', to: 'cash' },
  stray: { from: 'provider', to: 'cash' },
  /** A coupon adds credit to a deposit. */
  bonus: { from: 'promotion', to: 'promo' },
  /** A purchase is paid from the balance. */
  spend: { from: 'cash', to: 'sales' },
  spendPromo: { from: 'promo', to: 'sales' },
  /** An order is refunded to the balance. */
  giveBack: { from: 'sales', to: 'cash' },
  giveBackPromo: { from: 'sales', to: 'promo' },
  /** An operator refunds a part of an order, which continues. */
  partBack: { from: 'sales', to: 'cash' },
  partBackPromo: { from: 'sales', to: 'promo' },
  /** An operator grants credit. It is never paid out, because the shop never received it. */
  gift: { from: 'promotion', to: 'promo' },
  /** An order is refunded to the payment method, or to the balance if that fails. */
  refund: { from: 'sales', to: 'provider' },
  refundFailed: { from: 'provider', to: 'cash' },
  /**
   * An operator refunds a deposit to the payment method and withdraws the coupon credit, or both are returned
   * because the refund failed.
   */
  depositBack: { from: 'cash', to: 'provider' },
  bonusBack: { from: 'promo', to: 'promotion' },
  bonusAgain: { from: 'promotion', to: 'promo' },
  /**
   * A lost dispute takes a payment back: the sale stands, and the customer owes it. Or the bank reverses its
   * decision.
   */
  returned: { from: 'receivable', to: 'provider' },
  reinstated: { from: 'provider', to: 'receivable' },
  /**
   * A deposit that was taken back: what is left of it on the balance pays the claim, or is given back with
   * the decision.
   */
  fundsTaken: { from: 'cash', to: 'receivable' },
  fundsRestored: { from: 'receivable', to: 'cash' },
  /** A purchase by invoice is paid when it is agreed, and its customer owes it. */
  invoiced: { from: 'receivable', to: 'sales' },
  /** A refund of what is still owed. */
  claimLowered: { from: 'sales', to: 'receivable' },
  claimLoweredInPart: { from: 'sales', to: 'receivable' },
  /** Money at the bank settles a claim, what is more goes to the balance; or both are undone. */
  settled: { from: 'bank', to: 'receivable' },
  overpaid: { from: 'bank', to: 'cash' },
  settledUndone: { from: 'receivable', to: 'bank' },
  overpaidUndone: { from: 'cash', to: 'bank' },
  /** A charge by link settles a claim; an amount above the claim goes to the balance. */
  settledOnline: { from: 'provider', to: 'receivable' },
  overpaidOnline: { from: 'provider', to: 'cash' },
  /** A bank reverses a dispute after the claim was settled by other money. */
  reinstatedToBalance: { from: 'receivable', to: 'cash' },
  /** The balance settles a claim. */
  settledFromBalance: { from: 'cash', to: 'receivable' },
  /** An operator pays cash out by bank transfer. */
  paidOut: { from: 'cash', to: 'bank' },
  /** A move brings a balance over from another system, cash and credit apart; or that is undone. */
  broughtOver: { from: 'opening', to: 'cash' },
  broughtOverCredit: { from: 'opening', to: 'promo' },
  broughtOverUndone: { from: 'cash', to: 'opening' },
  broughtOverCreditUndone: { from: 'promo', to: 'opening' },
} as const satisfies Readonly<Record<string, { readonly from: LedgerAccount; readonly to: LedgerAccount }>>;

export type TransferKind = keyof typeof transfers;

/** Minimum and maximum of one deposit, in minor units. */
export type DepositLimit = { readonly currency: CurrencyNumber; readonly least: number; readonly most: number };

/** What becomes of a subscription whose customer does not agree to a higher price. */
export const pricesUnanswered = ['goesOn', 'ends'] as const;

/**
 * What the owner decides about money. `couponShare`: the most that a coupon takes off a deposit, in percent.
 */
export type DepositRules = {
  readonly limits: readonly DepositLimit[];
  readonly couponShare: number;
  readonly priceUnanswered: (typeof pricesUnanswered)[number];
};

/** Until the owner decides. */
export const USUAL_COUPON_SHARE = 50;

type SoldAndBefore = { readonly sold: readonly CurrencyNumber[]; readonly all: readonly CurrencyNumber[] };

/**
 * Undefined if the shop takes no deposits in it: it no longer sells in it, or its limits are not read yet.
 */
export const findDepositLimit = (
  limits: readonly DepositLimit[],
  { sold }: SoldAndBefore,
  currency: CurrencyNumber,
): DepositLimit | undefined => (sold.includes(currency) ? limits.find((limit) => limit.currency === currency) : undefined);

type Wallet = { readonly currency: CurrencyNumber; readonly cash: number; readonly promo: number };

/** What the shop sells in, and other balances with something in them, which can only be spent. */
export const computeFunds = (wallets: readonly Wallet[], limits: readonly DepositLimit[], currencies: SoldAndBefore) =>
  currencies.all
    .map((currency) => {
      const { cash, promo } = wallets.find((wallet) => wallet.currency === currency) ?? { cash: 0, promo: 0 };
      return { ...(findDepositLimit(limits, currencies, currency) ?? { currency, least: 0, most: 0 }), balance: cash + promo, promo };
    })
    .filter(({ currency, balance }) => currencies.sold.includes(currency) || balance > 0);

/** Whether a transfer adds to a customer's wallet. */
export const isIn = ({ to }: (typeof transfers)[TransferKind]): boolean => to === 'cash' || to === 'promo';

export type Direction = 'in' | 'out';

const kinds = Object.keys(transfers) as readonly TransferKind[];

/** Transfer kinds by direction, for the statement. */
export const listKinds = (direction: Direction): readonly TransferKind[] =>
  kinds.filter((kind) => isIn(transfers[kind]) === (direction === 'in'));

/** The table of the row that causes a transfer. */
export const subjects: Readonly<
  Record<
    TransferKind,
    'charge' | 'deposit' | 'purchase' | 'order' | 'refund' | 'part' | 'gift' | 'dispute' | 'settlement' | 'payout' | 'brought'
  >
> = {
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
  // Or the late charge or failed refund for which it is due.
  returned: 'dispute',
  reinstated: 'dispute',
  fundsTaken: 'dispute',
  fundsRestored: 'dispute',
  invoiced: 'purchase',
  claimLowered: 'order',
  claimLoweredInPart: 'part',
  settled: 'settlement',
  overpaid: 'settlement',
  settledUndone: 'settlement',
  overpaidUndone: 'settlement',
  settledOnline: 'settlement',
  overpaidOnline: 'settlement',
  reinstatedToBalance: 'dispute',
  settledFromBalance: 'settlement',
  paidOut: 'payout',
  broughtOver: 'brought',
  broughtOverCredit: 'brought',
  broughtOverUndone: 'brought',
  broughtOverCreditUndone: 'brought',
};

type DepositWithCredit = { readonly price: number; readonly amount: number; readonly refunded: number };

/**
 * The share of a deposit's coupon credit that belongs to a refund. Refunding the last cent withdraws the rest
 * of it.
 */
export function creditShare({ price, amount, refunded }: DepositWithCredit, back: number): number {
  const until = (part: number): number => (price > 0 ? Math.floor(((amount - price) * part) / price) : 0);
  return until(refunded + back) - until(refunded);
}
