// Customers and payments at the desk: lists of payments, a customer's account, and their own read-only view,
// with an audit entry for each look.

import type { CurrencyNumber } from '#lib/money/money.ts';
import { personName } from '#lib/people/person-name.ts';
import { isoOrNull } from '#lib/time/date.ts';
import { UserError } from '#lib/user-error.ts';
import { customerFacts, endAllSessions, lockAgainstErasure } from '#modules/accounts/actions.ts';
import { spentBy } from '#modules/invoicing/actions.ts';
import { countOrders, deskOrders, ordersByAnyId, ordersOfSubjects } from '#modules/orders/actions.ts';
import { deskPayments, paymentAtDesk, paymentsFor } from '#modules/payments/actions.ts';
import { type OperatorSession, writeAudit } from '#modules/staff/actions.ts';
import { ticketsAtDesk } from '#modules/support/actions.ts';
import { anyDeposit, giveCredit } from '#modules/wallet/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { offerName, orderRowsOf, peopleBy, type Selling } from '../selling.ts';
import { viewPayment } from './orders.ts';
import type { Customer, Look, PaymentWhole, WebhookList } from './shapes-customers.ts';

const ORDERS_SHOWN = 20;
const PAPERS_SHOWN = 20;
const LINES_SHOWN = 50;

export async function customerAtDesk(selling: Selling, id: string): Promise<Customer> {
  const { db, clock } = selling.checkout.ctx;
  const facts = await customerFacts(db.orm, id, clock.now());
  if (!facts) throw new UserError(404);
  const [funds, spent, orderCount, found, { papers }] = await Promise.all([
    selling.wallet.funds(id),
    spentBy(db.orm, id),
    countOrders(db.orm, id),
    deskOrders(db.orm, { customer: id, limit: ORDERS_SHOWN }),
    selling.papers.list(id, { limit: PAPERS_SHOWN }),
  ]);
  const { address, zipCode, city, state, country, locale, sessions } = facts;
  return {
    id,
    name: personName(facts),
    email: facts.erasedAt ? '' : facts.email,
    locale,
    sessions,
    orderCount,
    address: [address, `${zipCode} ${city}`.trim(), state, country].filter(Boolean).join(', '),
    createdAt: facts.createdAt.toISOString(),
    verifiedAt: isoOrNull(facts.emailVerifiedAt),
    hasSecondFactor: facts.totpSince !== null,
    seenAt: isoOrNull(facts.seenAt),
    eraseAt: isoOrNull(facts.eraseAt),
    erasedAt: isoOrNull(facts.erasedAt),
    spent,
    balances: funds.currencies.map(({ currency, balance, promo }) => ({ currency, balance, promo })),
    orders: await orderRowsOf(selling, found),
    papers: papers.map(({ id, kind, number, issuedAt, currency, gross }) => ({ id, kind, number, issuedAt, currency, gross })),
  };
}

export async function statementAtDesk(
  { wallet, checkout }: Selling,
  request: { id: string; currency: CurrencyNumber; before?: number | undefined },
) {
  const statement = await wallet.statement(request.id, { currency: request.currency, before: request.before, limit: LINES_SHOWN });
  const subjectIds = [...new Set(statement.lines.map(({ subjectId }) => subjectId))];
  const behind = await ordersOfSubjects(checkout.ctx.db.orm, subjectIds);
  const bySubject = Map.groupBy(behind, ({ subject }) => subject);
  return {
    ...statement,
    orders: Object.fromEntries([...bySubject].map(([subject, orders]) => [subject, orders.map(({ id, number }) => ({ id, number }))])),
  };
}

const TICKETS_SHOWN = 10;

export const ticketsOfCustomer = ({ checkout }: Selling, { id, before }: { id: string; before?: string | undefined }) =>
  ticketsAtDesk(checkout.ctx.db.orm, id, { before, limit: TICKETS_SHOWN });

type Credit = {
  readonly act: string;
  readonly id: string;
  readonly currency: CurrencyNumber;
  readonly amount: number;
  readonly why: string;
};

export async function creditAct(
  { checkout }: Selling,
  { operator }: OperatorSession,
  { act, id, currency, amount, why }: Credit,
): Promise<void> {
  const { ctx } = checkout;
  await transaction(ctx.db, async (tx) => {
    // An erased account cannot receive credit.
    if (!(await lockAgainstErasure(tx, id))) throw new UserError(404);
    if (!(await giveCredit(ctx, tx, operator, { id: act, accountId: id, currency, amount }))) return;
    const after = { credit: amount, currency, gift: act };
    await writeAudit(tx, operator, ctx.clock.now(), { act: 'customer.credit', about: { kind: 'customer', id }, after, why });
  });
}

export async function lookAct(selling: Selling, { operator }: OperatorSession, { id, why }: { id: string; why: string }): Promise<Look> {
  const { ctx } = selling.checkout;
  const customer = (await peopleBy(ctx, [id])).get(id);
  if (!customer) throw new UserError(404);
  await transaction(ctx.db, (tx) =>
    writeAudit(tx, operator, ctx.clock.now(), { act: 'customer.look', about: { kind: 'customer', id }, why }),
  );
  const { orders, more } = await selling.orders.list(id, { limit: LINES_SHOWN }, 'en');
  const funds = await selling.wallet.funds(id);
  const used = funds.currencies.filter(({ balance }) => balance > 0);
  const statements = await Promise.all(used.map(({ currency }) => selling.wallet.statement(id, { currency, limit: ORDERS_SHOWN })));
  const names = Object.fromEntries(orders.map(({ offerId }) => [offerId, offerName(selling, offerId)]));
  // Payment links belong to the customer; operators do not get them.
  return { customer, orders: orders.map((order) => ({ ...order, paymentLink: null })), more, names, funds, statements };
}

/** Logs a customer out everywhere, for a lost device or a stolen account. The password stays. */
export async function endSessionsAct(
  { checkout }: Selling,
  { operator }: OperatorSession,
  { id, why }: { id: string; why: string },
): Promise<void> {
  const { ctx } = checkout;
  await transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const sessions = await endAllSessions(tx, id, now);
    if (sessions === undefined) throw new UserError(404);
    const done = { act: 'customer.endSessions', about: { kind: 'customer', id }, before: { sessions }, after: { sessions: 0 }, why };
    await writeAudit(tx, operator, now, done);
  });
}

export type PaymentsRequest = Parameters<typeof deskPayments>[1];

export async function listPayments({ checkout }: Selling, request: PaymentsRequest) {
  const { ctx } = checkout;
  const found = (await deskPayments(ctx.db.orm, { ...request, limit: request.limit + 1 })).map((row) => viewPayment(row, ctx.clock.now()));
  const payments = found.slice(0, request.limit);
  const [people, whatOf] = await Promise.all([
    peopleBy(
      ctx,
      payments.map(({ accountId }) => accountId),
    ),
    whatIsPaid(ctx.db.orm, payments),
  ]);
  return {
    payments: payments.map((row) => ({ ...row, what: whatOf(row), customer: people.get(row.accountId) ?? null })),
    more: found.length > request.limit,
  };
}

type Paid = Pick<PaymentWhole, 'purpose' | 'subjectId'>;
const NUMBERS_SHOWN = 2;

/** "Deposit", or the numbers of the orders. The stored description is in the customer's language. */
async function whatIsPaid(orm: DbClient, payments: readonly Paid[]): Promise<(payment: Paid) => string> {
  const subjects = [...new Set(payments.flatMap(({ purpose, subjectId }) => (purpose === 'purchase' ? [subjectId] : [])))];
  const orders = Map.groupBy(subjects.length > 0 ? await ordersOfSubjects(orm, subjects) : [], ({ subject }) => subject);
  return ({ purpose, subjectId }) => {
    const numbers = (orders.get(subjectId) ?? []).map(({ number }) => number);
    const more = numbers.length - NUMBERS_SHOWN;
    if (purpose === 'deposit') return 'Deposit';
    return more > 0 ? `${numbers.slice(0, NUMBERS_SHOWN).join(', ')} and ${more} more` : numbers.join(', ') || 'Purchase';
  };
}

const ORDERS_OF_ONE = 50;

export async function onePayment({ checkout }: Selling, id: string): Promise<PaymentWhole> {
  const { ctx } = checkout;
  const { orm } = ctx.db;
  const found = await paymentAtDesk(orm, id);
  if (!found) throw new UserError(404);
  const { charges, refunds, disputes, reference, ...row } = found;
  const isDeposit = row.purpose === 'deposit' && row.state === 'paid';
  const refunded = refunds.reduce((sum, { state, amount }) => sum + (state === 'failed' ? 0 : amount), 0);
  const [people, attempts, orders, deposit] = await Promise.all([
    peopleBy(ctx, [row.accountId]),
    paymentsFor(orm, row.subjectId),
    row.purpose === 'purchase' ? ordersByAnyId(orm, row.subjectId, ORDERS_OF_ONE) : [],
    isDeposit ? anyDeposit(orm, row.subjectId) : undefined,
  ]);
  return {
    ...viewPayment(row, ctx.clock.now()),
    what: row.purpose === 'deposit' ? 'Deposit' : orders.length === 1 ? 'Order' : `${orders.length} orders`,
    reference,
    customer: people.get(row.accountId) ?? null,
    attempts: attempts.map((each) => viewPayment(each, ctx.clock.now())),
    deposit: deposit ? { gift: deposit.amount - deposit.price, given: refunded, left: deposit.price - refunded } : null,
    orders: orders.map(({ id, number }) => ({ id, number })),
    charges: charges.map(({ id, reference, amount, used, chargedAt, recordedAt }) => ({
      id,
      reference,
      amount,
      used,
      chargedAt: chargedAt.toISOString(),
      keptAt: recordedAt.toISOString(),
    })),
    refunds: refunds.map(({ id, amount, state, reference, requestedAt, completedAt }) => ({
      id,
      amount,
      state,
      reference,
      askedAt: requestedAt.toISOString(),
      doneAt: isoOrNull(completedAt),
    })),
    disputes: disputes.map(({ id, reference, amount, openedAt, decision, decidedAt, returned }) => ({
      id,
      reference,
      amount,
      openedAt: openedAt.toISOString(),
      decision,
      decidedAt: isoOrNull(decidedAt),
      returned,
    })),
  };
}

const WEBHOOKS_SHOWN = 20;

export async function listWebhooks(
  { checkout }: Selling,
  request: { payment?: string | undefined; before?: string | undefined },
): Promise<WebhookList> {
  const rows = await checkout.payments.webhooks({ ...request, limit: WEBHOOKS_SHOWN + 1 });
  return {
    webhooks: rows
      .slice(0, WEBHOOKS_SHOWN)
      .map(({ id, provider, result, kind, key, paymentId, firstReceivedAt, lastReceivedAt, count }) => ({
        id,
        provider,
        answer: result,
        kind,
        eventId: kind === null ? null : key,
        paymentId,
        count,
        firstAt: firstReceivedAt.toISOString(),
        at: lastReceivedAt.toISOString(),
      })),
    more: rows.length > WEBHOOKS_SHOWN,
  };
}

/**
 * Polls the provider after the audit entry is committed: no network inside a transaction, and no unaudited
 * poll.
 */
export async function askPayment({ checkout }: Selling, { operator }: OperatorSession, id: string): Promise<void> {
  const { ctx } = checkout;
  const found = await paymentAtDesk(ctx.db.orm, id);
  if (!found) throw new UserError(404);
  await transaction(ctx.db, (tx) =>
    writeAudit(tx, operator, ctx.clock.now(), { act: 'payment.ask', about: { kind: 'payment', id }, before: { state: found.state } }),
  );
  await checkout.payments.ask(id);
}
