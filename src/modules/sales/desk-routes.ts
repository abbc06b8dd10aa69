// Routes for orders by hand, open invoices and bank statements.

import { getDayIn } from '#lib/time/days.ts';
import { UserError } from '#lib/user-error.ts';
import { findCustomersByIds, lockAgainstErasure } from '#modules/accounts/actions.ts';
import { getPaper, listPurchaseInvoices } from '#modules/invoicing/queries.ts';
import { formatDocumentNumber } from '#modules/invoicing/rules.ts';
import type { LinksModule } from '#modules/links/actions.ts';
import { listOrders } from '#modules/orders/queries.ts';
import { doOnce } from '#modules/payments/actions.ts';
import { type AuditEntry, type DeskHandlers, type OperatorSession, toOperator } from '#modules/staff/actions.ts';
import { computeDueAmount, openAmount, payOut, settleClaim, undoSettlement } from '#modules/wallet/claims.ts';
import { listOpenClaims, listSettlements, listUnmatched } from '#modules/wallet/queries-claims.ts';
import type { DbClient } from '#platform/database/database.ts';
import { Download } from '#platform/http/api-routes.ts';
import { readIdempotencyKey } from '#platform/http/idempotency.ts';
import { createStepUpError } from '#platform/identity/errors.ts';
import { newId } from '#platform/new-id.ts';
import { type AccountDeps, readAccountStatement, saveAccountStatement } from './account-statement.ts';
import { prepareClient } from './client.ts';
import { correctInvoice, readBuyer } from './correct.ts';
import { type CreatedSale, createSale, type SalesDeps } from './create-order.ts';
import { creditInvoice, findCreditable } from './credit.ts';
import type { salesCalls } from './desk-calls.ts';
import { invoiceRest } from './invoice-rest.ts';
import { mailOrderToPay } from './mails.ts';
import { insertAgreement, listAccountAgreements } from './queries.ts';
import { listReminders } from './queries-reminders.ts';
import { readEntries } from './read-statement.ts';
import type { ClaimsRequest, CreateOrder } from './shapes.ts';
import { importStatement, settleEntry } from './statements.ts';

export type SalesDeskDeps = SalesDeps & AccountDeps & { readonly links: LinksModule };

const ENTRIES_LISTED = 200;

type Creating<A extends object> = {
  readonly session: OperatorSession;
  readonly once: ReturnType<typeof readIdempotencyKey>;
  readonly request: Pick<CreateOrder, 'client' | 'currency' | 'lines' | 'discountPercent' | 'termsDays'> &
    Partial<CreateOrder> &
    Pick<CreateOrder, 'pay'> & { readonly isFree?: boolean };
  readonly answer: (tx: DbClient, sale: CreatedSale) => Promise<A>;
};

/** Once for each key of the operator. A line of the log for each order. */
async function create<A extends object>(deps: SalesDeskDeps, { session, once, request, answer }: Creating<A>) {
  const client = await prepareClient(request.client);
  const ownerId = session.operator.id;
  return async (tx: DbClient): Promise<{ readonly entries: readonly AuditEntry[]; readonly answer: A }> => {
    const { note = '', ...sale } = request;
    let created: CreatedSale | undefined;
    const first = await doOnce(tx, { ownerId, once, now: deps.ctx.clock.now() }, async () => {
      created = await createSale(deps, tx, toOperator(session), client, { ...sale, note });
      return answer(tx, created);
    });
    const { pay } = request;
    const entries = (created?.orderIds ?? []).map((id) => ({ id, after: { pay, price: created?.price, currency: request.currency } }));
    return { entries, answer: first };
  };
}

type DocumentCall =
  | 'GET /api/invoices/creditable'
  | 'POST /api/invoices/credit'
  | 'GET /api/invoices/buyer'
  | 'POST /api/invoices/correct'
  | 'GET /api/customer/account'
  | 'GET /api/customer/account/file'
  | 'POST /api/invoices/rest';

const documentRoutes = (deps: SalesDeskDeps): Pick<DeskHandlers, DocumentCall> => ({
  'GET /api/invoices/creditable': ({ input }) => findCreditable(deps.ctx.db.orm, input.id),

  'POST /api/invoices/credit': (tx, { input, session }) => creditInvoice(deps, tx, toOperator(session), input),

  'GET /api/invoices/buyer': ({ input }) => readBuyer(deps.ctx.db.orm, input.id),

  async 'POST /api/invoices/correct'(tx, { input: { why: _, ...input } }) {
    const answer = await correctInvoice(deps, tx, input);
    const found = await getPaper(tx, answer.id);
    return { entries: [{ id: found?.accountId ?? '', after: { number: answer.number, creditNote: answer.creditNote } }], answer };
  },

  'GET /api/customer/account': ({ input: { customerId: accountId, ...input } }) =>
    readAccountStatement(deps, { ...input, accountId, locale: 'en' }),

  'GET /api/customer/account/file': async ({ input: { customerId: accountId, ...input } }) =>
    new Download(await saveAccountStatement(deps, { ...input, accountId, locale: 'en' })),

  async 'POST /api/invoices/rest'(tx, { input }) {
    const answer = await invoiceRest(deps, tx, input);
    return { entries: await listOrderEntries(tx, input.purchaseId, { number: answer.number, total: answer.total }), answer };
  },
});

export const salesRoutes = (deps: SalesDeskDeps): Pick<DeskHandlers, keyof typeof salesCalls> => ({
  'POST /api/orders/create': async ({ input, session, request }) => {
    if ((input.pay === 'balance' || input.pay === 'none') && !session.isConfirmed) throw createStepUpError();
    return create(deps, {
      ...{ session, request: input, once: readIdempotencyKey(request, input) },
      answer: async (tx, { purchaseId, accountId, orderIds, invoice }) => {
        const paymentLink = input.pay === 'link' ? await deps.links.create(tx, { purpose: 'pay', subjectId: purchaseId, accountId }) : null;
        if (paymentLink) await mailOrderToPay(deps, tx, { purchaseId, link: paymentLink });
        return { purchaseId, orderIds: [...orderIds], paymentLink, invoiceId: invoice?.id ?? null };
      },
    });
  },

  'POST /api/invoices/create': ({ input, session, request }) =>
    create(deps, {
      ...{ session, request: { ...input, pay: 'invoice', isFree: true }, once: readIdempotencyKey(request, input) },
      answer: async (tx, { purchaseId, accountId, price: total, invoice }) => {
        if (!invoice) throw new Error(`purchase ${purchaseId} got no invoice`);
        const { id, content } = invoice;
        const link = await deps.links.ensure(tx, { purpose: 'invoice', subjectId: id, accountId });
        return { id, number: content.number, purchaseId, total, reference: content.terms?.reference ?? '', link };
      },
    }),

  ...documentRoutes(deps),

  async 'GET /api/agreements'({ input: { customerId } }) {
    const found = await listAccountAgreements(deps.ctx.db.orm, customerId);
    return { agreements: found.map(({ at, ...agreement }) => ({ ...agreement, at: at.toISOString() })) };
  },

  async 'POST /api/agreements/create'(tx, { input: { customerId, text }, session }) {
    if (!(await lockAgainstErasure(tx, customerId))) throw new UserError(404);
    const at = deps.ctx.clock.now();
    const id = newId(at);
    await insertAgreement(tx, { id, accountId: customerId, text, operatorId: session.operator.id, at });
    return { entries: [{ id: customerId, after: { text } }], answer: { id } };
  },

  'GET /api/claims': ({ input }) => listClaims(deps, input),

  async 'POST /api/claims/settle'(tx, { input: { purchaseId, amount, paidBy }, session }) {
    const settled = await settleClaim(deps.ctx, tx, toOperator(session), { purchaseId, amount, paidBy });
    return { entries: await listOrderEntries(tx, purchaseId, { ...settled, paidBy }), answer: { id: settled.id } };
  },

  async 'POST /api/claims/undo'(tx, { input: { id } }) {
    const { purchaseId, ...undone } = await undoSettlement(deps.ctx, tx, id);
    return { entries: await listOrderEntries(tx, purchaseId, undone) };
  },

  ...bankRoutes(deps),

  async 'POST /api/payouts/create'(tx, { input: { act: id, customerId: accountId, currency, amount }, session }) {
    const isNew = await payOut(deps.ctx, tx, toOperator(session), { id, accountId, currency, amount });
    return { entries: isNew ? [{ id: accountId, after: { amount, currency } }] : [] };
  },

  async 'POST /api/links/revoke'(tx, { input: { purpose, subjectId } }) {
    if (!(await deps.links.revoke(tx, { purpose, subjectId }))) throw new UserError(404);
    return { entries: [{ id: subjectId, after: { purpose } }] };
  },
});

type BankCall = Extract<keyof typeof salesCalls, `${string}/bank-${string}`>;

const bankRoutes = (deps: SalesDeskDeps): Pick<DeskHandlers, BankCall> => ({
  async 'POST /api/bank-statements/import'({ input, session, request }) {
    const entries = await readEntries(input);
    const once = readIdempotencyKey(request, input);
    return async (tx) => {
      const lines: AuditEntry[] = [];
      const now = deps.ctx.clock.now();
      const answer = await doOnce(tx, { ownerId: session.operator.id, once, now }, async () => {
        const imported = await importStatement(deps.ctx, tx, toOperator(session), entries);
        const after = { matched: imported.matched.length, unmatched: imported.unmatched.length, known: imported.known };
        lines.push({ id: newId(now), after });
        return imported;
      });
      return { entries: lines, answer };
    };
  },

  async 'GET /api/bank-entries'() {
    const rows = await listUnmatched(deps.ctx.db.orm, ENTRIES_LISTED);
    return {
      entries: rows.map(({ id, bookedOn, amount, currency, reference, payer, iban, unmatched }) => ({
        ...{ id, bookedOn, amount, currency, reference, payer, iban, why: unmatched ?? 'unknown' },
      })),
    };
  },

  async 'POST /api/bank-entries/settle'(tx, { input, session }) {
    const settled = await settleEntry(deps.ctx, tx, toOperator(session), input);
    return { entries: await listOrderEntries(tx, input.purchaseId, { ...settled, paidBy: 'bank' }), answer: { id: settled.id } };
  },
});

/** A line for each order of the purchase. */
const listOrderEntries = async (tx: DbClient, purchaseId: string, after: object) =>
  (await listOrders(tx, purchaseId)).map(({ id }) => ({ id, after }));

async function listClaims({ ctx, links, shop }: SalesDeskDeps, { state, limit, after }: ClaimsRequest) {
  const { orm } = ctx.db;
  const today = getDayIn(shop.brand.timeZone, ctx.clock.now());
  const found = await listOpenClaims(orm, { overdueOn: state === 'overdue' ? today : undefined, after, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const purchaseIds = rows.map(({ purchaseId }) => purchaseId);
  const [people, invoices, settlements, reminders] = await Promise.all([
    findCustomersByIds(
      ctx,
      rows.map(({ accountId }) => accountId),
    ),
    listPurchaseInvoices(orm, purchaseIds),
    listSettlements(orm, purchaseIds),
    listReminders(orm, purchaseIds),
  ]);
  const addresses = await links.list(
    orm,
    'invoice',
    invoices.map(({ id }) => id),
  );
  return {
    claims: rows.map((claim) => {
      const { purchaseId, accountId, currency, amount, dueOn, reference } = claim;
      const invoice = invoices.find(({ subjectId }) => subjectId === purchaseId);
      return {
        ...{
          purchaseId,
          currency,
          amount,
          dueOn,
          reference,
          open: openAmount(claim),
          due: computeDueAmount(claim),
          isOverdue: dueOn < today && computeDueAmount(claim) > 0,
        },
        invoiceId: invoice?.id ?? null,
        number: invoice ? formatDocumentNumber(invoice.kind, invoice.year, invoice.serial) : '',
        customer: people.get(accountId) ?? null,
        link: (invoice && addresses.get(invoice.id)) ?? null,
        settlements: settlements
          .filter((each) => each.purchaseId === purchaseId)
          .map(({ id, at, amount: settled, returned, paidBy, undoneAt }) => ({
            ...{ id, at: at.toISOString(), amount: settled, returned, paidBy, isUndone: undoneAt !== null },
          })),
        reminders: reminders
          .filter((each) => each.purchaseId === purchaseId)
          .map(({ level, sentAt, open }) => ({ level, at: sentAt.toISOString(), open })),
      };
    }),
    has_more: found.length > limit,
  };
}
