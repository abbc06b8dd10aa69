// Orders that an operator creates for a client: paid by the shop's own payment page, by invoice, from the
// balance with the client's agreement, or free. In the desk's transaction, which logs them.

import { createReference } from '#lib/bank/references.ts';
import { Currency } from '#lib/money/money.ts';
import type { Operator } from '#lib/people/operator.ts';
import { addDays, getDayIn } from '#lib/time/days.ts';
import { MAX_TURNAROUND, toSeconds } from '#lib/time/turnaround.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findTerms } from '#modules/accounts/queries-terms.ts';
import { fileGone, findMissing } from '#modules/files/rules.ts';
import { type InvoicingDeps, issueInvoice } from '#modules/invoicing/issue.ts';
import type { BillingDocument } from '#modules/invoicing/queries.ts';
import { mustRequestAdvance } from '#modules/invoicing/rules.ts';
import { type Bought, buildOrders, type CheckoutDeps, type PricedLines } from '#modules/orders/checkout/place-order.ts';
import { insertPurchase } from '#modules/orders/queries.ts';
import { listBriefFiles } from '#modules/orders/rules.ts';
import { type ByHand, type Consents, OrderStatus } from '#modules/orders/statuses.ts';
import { isBalanceShort } from '#modules/wallet/actions.ts';
import { openClaim } from '#modules/wallet/claims.ts';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofAccount, ofDesk } from '#platform/live/changes.ts';
import { newId } from '#platform/new-id.ts';
import { type Client, type ClientDraft, findOrCreateClient } from './client.ts';
import { priceSale } from './lines.ts';
import { hasAgreement } from './queries.ts';
import type { CreateOrder } from './shapes.ts';

export type SalesDeps = CheckoutDeps & { readonly issuing: InvoicingDeps };

const messages = {
  blocked: /*i18n*/ { id: 'sale.blocked', message: 'This customer is blocked. Unblock them first.' },
  agreement: /*i18n*/ { id: 'sale.agreement', message: 'Name the agreement of this customer that the balance may be charged.' },
  short: /*i18n*/ { id: 'sale.short', message: 'The customer’s balance is too low for this order.' },
  reason: /*i18n*/ { id: 'sale.reason', message: 'Say why nothing is charged.' },
  past: /*i18n*/ { id: 'sale.past', message: 'Choose a date within the next year.' },
  free: /*i18n*/ { id: 'sale.free', message: 'There is nothing to pay.' },
  nothing: /*i18n*/ { id: 'sale.nothing', message: 'There is nothing to pay. Choose “not charged”.' },
} as const satisfies Record<string, Message>;

/** What is sold, apart from its lines, and how it is paid. */
export type SaleTerms = Pick<CreateOrder, 'currency' | 'note' | 'pay' | 'reason' | 'termsDays' | 'dueAt'> &
  Pick<ByHand, 'quoteId'> & {
    /** What is asked for first, of an invoice; null: all of it. */
    readonly advance?: number | null;
  };
type Sale = SaleTerms &
  Pick<CreateOrder, 'lines' | 'discountPercent' | 'agreementId'> & {
    /** An invoice for free lines only. */
    readonly isFree?: boolean;
  };

export type CreatedSale = {
  readonly purchaseId: string;
  readonly accountId: string;
  readonly orderIds: readonly string[];
  readonly price: number;
  /** By invoice only; null too where an advance is requested without one. */
  readonly invoice: BillingDocument | null;
};

export async function createSale(deps: SalesDeps, tx: DbClient, by: Operator, draft: ClientDraft, sale: Sale): Promise<CreatedSale> {
  const client = await findOrCreateClient(tx, draft, deps.ctx.clock.now());
  const terms = await findTerms(tx, client.accountId);
  if (terms.blockedAt) throw new UserError(400, { client: [messages.blocked] });
  const priced = priceSale(deps.catalogue, sale, client.locale, terms.discountPercent);
  await expectPayable(tx, client, sale, priced.pricing.price);
  const hasRight = await deps.hasWithdrawalRight(client.accountId, client.billing.country, tx);
  return placeSale(deps, tx, by, { client, sale, priced, consent: { hasRight, startNow: null, address: '' } });
}

export type NewSale = {
  readonly client: Client;
  readonly sale: SaleTerms;
  readonly priced: PricedLines;
  /** Without a decision about the start of work, the client makes it later. */
  readonly consent: Pick<Consents, 'startNow' | 'address'> & { readonly hasRight: boolean };
};

/** The purchase with its orders, and its invoice if it is paid later. */
export async function placeSale(deps: SalesDeps, tx: DbClient, by: Operator, { priced: listed, ...agreed }: NewSale): Promise<CreatedSale> {
  const now = deps.ctx.clock.now();
  const { client, sale } = agreed;
  const { accountId } = client;
  const priced = sale.pay === 'none' ? toFree(listed) : listed;
  const purchase = toPurchase(deps, by, { ...agreed, priced }, now);
  const isPaid = purchase.state === 'paid';
  const rows = buildOrders(deps, purchase, priced, isPaid ? OrderStatus.Paid : OrderStatus.New);
  const answer = {};
  const pieces = rows.pieces.map((piece) => ({ ...piece, ...findDue(piece, by, sale.dueAt, now) }));
  const files = [...new Set(listBriefFiles(priced.lines).map(({ id }) => id))];
  const noKey = { key: null, bodyHash: null, heldFrom: null, limit: null };
  await insertPurchase(tx, { ...rows, ...noKey, pieces, purchase, payment: null, files, answer }).catch((error: Error) => {
    if (findMissing(error.cause)) throw new UserError(400, { lines: [fileGone] });
    throw isBalanceShort(error) ? new UserError(400, { pay: [messages.short] }) : error;
  });
  const [number = ''] = rows.orders.map((order) => order.number);
  const invoice = purchase.paidFrom === 'invoice' ? await invoiceSale(deps, tx, purchase, { ...sale, number }) : null;
  markChanged(tx, ofAccount(accountId), 'orders');
  if (sale.pay === 'balance') markChanged(tx, ofAccount(accountId), 'balance');
  if (isPaid) markChanged(tx, ofDesk, 'queue');
  markChanged(tx, ofDesk, 'orders');
  return { purchaseId: purchase.id, accountId, orderIds: rows.orders.map(({ id }) => id), price: purchase.price, invoice };
}

type NewPiece = ReturnType<typeof buildOrders>['pieces'][number];

const units = ['minutes', 'hours', 'days'] as const;

/** A clock that runs ends then. One that starts with the payment or the brief gets the time until then. */
function findDue({ dueAt: running }: NewPiece, by: Operator, dueAt: string | null | undefined, now: Date): Partial<NewPiece> {
  if (!dueAt) return {};
  const due = new Date(dueAt);
  const seconds = (due.getTime() - now.getTime()) / 1_000;
  const turnaround = units
    .map((unit) => ({ unit, amount: Math.floor(seconds / toSeconds({ unit, amount: 1 })) }))
    .find(({ amount }) => amount <= MAX_TURNAROUND);
  if (!turnaround || turnaround.amount < 1) throw new UserError(400, { dueAt: [messages.past] });
  if (!running) return { turnaround };
  return { dueAt: due, dueByHand: { reason: '', isShown: false, by: by.name, at: now.toISOString() } };
}

async function expectPayable(
  tx: DbClient,
  { accountId }: Client,
  { pay, agreementId, reason, isFree }: Sale,
  price: number,
): Promise<void> {
  if (pay === 'none') {
    if (!reason) throw new UserError(400, { reason: [messages.reason] });
    return;
  }
  if (price === 0) throw new UserError(400, isFree ? { lines: [messages.free] } : { pay: [messages.nothing] });
  if (pay === 'balance' && !(agreementId && (await hasAgreement(tx, accountId, agreementId))))
    throw new UserError(400, { agreementId: [messages.agreement] });
}

/** Everything is discounted. */
const toFree = ({ pricing, ...priced }: PricedLines): PricedLines => ({
  ...priced,
  pricing: {
    ...pricing,
    lines: pricing.lines.map(({ total }) => ({ total, discount: total })),
    discount: pricing.subtotal,
    price: 0,
  },
});

const paidFroms = { invoice: 'invoice', balance: 'balance', none: 'nothing', link: null } as const;

function toPurchase({ shop, taxVersion }: SalesDeps, by: Operator, { client, sale, priced, consent }: NewSale, now: Date): Bought {
  const { accountId, locale, billing } = client;
  const { currency, note, pay, reason, quoteId } = sale;
  const { subtotal, discount, price } = priced.pricing;
  const paidFrom = paidFroms[pay];
  return {
    ...{ id: newId(now), accountId, currency, subtotal, discount, price, locale, couponId: null, billing },
    consents: {
      terms: shop.policies.terms.en.version,
      privacy: shop.policies.privacy.en.version,
      taxVersion: taxVersion(),
      at: now.toISOString(),
      ...consent,
    },
    ...{ state: paidFrom ? 'paid' : 'open', paidFrom, promo: 0, createdAt: now, paidAt: paidFrom && now, confirmationSentAt: null },
    byHand: { operatorId: by.id, note, ...(reason ? { reason } : {}), ...(quoteId ? { quoteId } : {}) },
  };
}

type Terms = Pick<SaleTerms, 'termsDays' | 'advance'> & { readonly number: string };

/** The reference is made of the first order's number, which is unique and known before the invoice's. */
async function invoiceSale(deps: SalesDeps, tx: DbClient, purchase: Bought, { termsDays, number, advance = null }: Terms) {
  const { id: purchaseId, accountId, currency, price: amount, createdAt } = purchase;
  const { brand, company } = deps.shop;
  const dueOn = addDays(getDayIn(brand.timeZone, createdAt), termsDays);
  // The banks of Norway know a KID in their own currency only.
  const modulus = currency === Currency.NOK ? company.kidModulus || undefined : undefined;
  const reference = createReference(number.slice('F-'.length), modulus);
  await openClaim(tx, { purchaseId, accountId, currency, amount, reference, dueOn, asked: advance }, createdAt);
  return advance !== null && mustRequestAdvance(company) ? null : issueInvoice(deps.issuing, tx, purchaseId);
}
