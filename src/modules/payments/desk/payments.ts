// Payments at the desk: the list, one payment, its webhooks, and the list as a CSV file.

import { getCurrencyCode } from '#lib/money/money.ts';
import { toIsoOrNull } from '#lib/time/date.ts';
import { UserError } from '#lib/user-error.ts';
import { findCustomersByIds } from '#modules/accounts/actions.ts';
import type { Done } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { Download } from '#platform/http/api-routes.ts';
import { createCsvDownload, formatCsvAmount, formatCsvTime, getNextCursor } from '#platform/http/csv-download.ts';
import type { PaymentsModule } from '../actions.ts';
import { paymentStateLabels } from '../rules.ts';
import { findDeskPayment, listDeskPayments, listSubjectPayments } from './queries.ts';
import type { PaymentDetails, WebhookList } from './shapes.ts';
import { viewPayment } from './view.ts';

type NumberedOrder = { readonly id: string; readonly number: string };

/** What later modules tell of a payment: the orders or the deposit that it pays for. */
export type PaidSubjects = {
  listOrders(queries: DbClient, subjectIds: readonly string[]): Promise<readonly (NumberedOrder & { readonly subject: string })[]>;
  ordersByAnyId(queries: DbClient, id: string, limit: number): Promise<readonly NumberedOrder[]>;
  deposit(queries: DbClient, id: string): Promise<{ readonly amount: number; readonly price: number } | undefined>;
};

export type PaymentDeskDeps = { readonly ctx: AppContext; readonly payments: PaymentsModule; readonly subjects: PaidSubjects };

export type PaymentsRequest = Parameters<typeof listDeskPayments>[1];

export async function listPayments({ ctx, subjects }: PaymentDeskDeps, request: PaymentsRequest) {
  const found = (await listDeskPayments(ctx.db.orm, { ...request, limit: request.limit + 1 })).map((row) =>
    viewPayment(row, ctx.clock.now()),
  );
  const payments = found.slice(0, request.limit);
  const [people, describeOrderLine] = await Promise.all([
    findCustomersByIds(
      ctx,
      payments.map(({ accountId }) => accountId),
    ),
    createSubjectNamer(subjects, ctx.db.orm, payments),
  ]);
  return {
    payments: payments.map((row) => ({ ...row, what: describeOrderLine(row), customer: people.get(row.accountId) ?? null })),
    more: found.length > request.limit,
  };
}

type Paid = Pick<PaymentDetails, 'purpose' | 'subjectId'>;
const NUMBERS_SHOWN = 2;

/** "Deposit", or the numbers of the orders. The stored description is in the customer's language. */
async function createSubjectNamer(
  { listOrders }: PaidSubjects,
  orm: DbClient,
  payments: readonly Paid[],
): Promise<(payment: Paid) => string> {
  const ids = [...new Set(payments.flatMap(({ purpose, subjectId }) => (purpose === 'deposit' ? [] : [subjectId])))];
  const orders = Map.groupBy(ids.length > 0 ? await listOrders(orm, ids) : [], ({ subject }) => subject);
  return ({ purpose, subjectId }) => {
    const numbers = (orders.get(subjectId) ?? []).map(({ number }) => number);
    const more = numbers.length - NUMBERS_SHOWN;
    if (purpose === 'deposit') return 'Deposit';
    return more > 0 ? `${numbers.slice(0, NUMBERS_SHOWN).join(', ')} and ${more} more` : numbers.join(', ') || 'Purchase';
  };
}

const MAX_ORDERS = 50;

export async function getPaymentDetails({ ctx, subjects }: PaymentDeskDeps, id: string): Promise<PaymentDetails> {
  const { orm } = ctx.db;
  const found = await findDeskPayment(orm, id);
  if (!found) throw new UserError(404);
  const { charges, refunds, disputes, reference, ...row } = found;
  const isDeposit = row.purpose === 'deposit' && row.state === 'paid';
  const refunded = refunds.reduce((sum, { state, amount }) => sum + (state === 'failed' ? 0 : amount), 0);
  const [people, attempts, orders, deposit] = await Promise.all([
    findCustomersByIds(ctx, [row.accountId]),
    listSubjectPayments(orm, row.subjectId),
    row.purpose === 'deposit' ? [] : subjects.ordersByAnyId(orm, row.subjectId, MAX_ORDERS),
    isDeposit ? subjects.deposit(orm, row.subjectId) : undefined,
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
      doneAt: toIsoOrNull(completedAt),
    })),
    disputes: disputes.map(({ id, reference, amount, openedAt, decision, decidedAt, returned }) => ({
      id,
      reference,
      amount,
      openedAt: openedAt.toISOString(),
      decision,
      decidedAt: toIsoOrNull(decidedAt),
      returned,
    })),
  };
}

const WEBHOOKS_SHOWN = 20;

export async function listWebhooks(
  { payments }: PaymentDeskDeps,
  request: { payment?: string | undefined; before?: string | undefined },
): Promise<WebhookList> {
  const rows = await payments.webhooks({ ...request, limit: WEBHOOKS_SHOWN + 1 });
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

/** Polls the provider after the audit entry is committed: no unaudited poll. */
export async function pollPayment({ ctx, payments }: PaymentDeskDeps, id: string): Promise<Done> {
  const found = await findDeskPayment(ctx.db.orm, id);
  if (!found) throw new UserError(404);
  return { entries: [{ id, before: { state: found.state } }], afterCommit: () => payments.ask(id) };
}

const FILE_PAGE_ROWS = 200;

/** As parsed from an address: a filter that is not set may be undefined. */
type PaymentsFilter = { readonly [Name in Exclude<keyof PaymentsRequest, 'before' | 'limit'>]?: PaymentsRequest[Name] | undefined };

export const createPaymentsFile = (deps: PaymentDeskDeps, { state, provider, day, zone }: PaymentsFilter): Promise<Download> =>
  createCsvDownload<Awaited<ReturnType<typeof listPayments>>['payments'][number]>(deps.ctx.clock.now(), {
    name: 'payments',
    columns: {
      Payment: ({ id }) => id,
      'Created (UTC)': ({ createdAt }) => formatCsvTime(createdAt),
      'Paid (UTC)': ({ settledAt }) => (settledAt ? formatCsvTime(settledAt) : ''),
      For: ({ what }) => what,
      Customer: ({ customer }) => customer?.name ?? '',
      Email: ({ customer }) => customer?.email ?? '',
      Provider: ({ provider }) => provider,
      Status: ({ state }) => paymentStateLabels[state],
      Amount: ({ amount, currency }) => formatCsvAmount(amount, currency),
      Currency: ({ currency }) => getCurrencyCode(currency),
    },
    page: async (before) => {
      const { payments, more } = await listPayments(deps, { state, provider, day, zone, before, limit: FILE_PAGE_ROWS });
      return { rows: payments, next: getNextCursor(payments, more) };
    },
  });
