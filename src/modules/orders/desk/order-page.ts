// Orders at the desk: list, details and actions.

import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findCustomersByIds, findMailRecipient } from '#modules/accounts/actions.ts';
import { findMemberWhoOrdered } from '#modules/accounts/team/queries.ts';
import { describeOrderLine, formatOfferName, listServices } from '#modules/catalogue/actions.ts';
import { canResendMail, resendMail } from '#modules/mail/actions.ts';
import { listMailsAbout } from '#modules/mail/queries.ts';
import { findDeskPayment, listSubjectPayments } from '#modules/payments/desk/queries.ts';
import { viewPayment } from '#modules/payments/desk/view.ts';
import { findDisputeState } from '#modules/payments/queries-disputes.ts';
import { type Done, listOperators, readAudit } from '#modules/staff/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import { viewOrderedAddOns } from '../add-ons/rules.ts';
import { cancelLockedUnit } from '../checkout/cancel-unit.ts';
import type { CheckoutDeps } from '../checkout/place-order.ts';
import { listPieces } from '../pieces/queries.ts';
import type { DeliverySummary } from '../shapes.ts';
import { cancelAtDesk, linkAtDesk, lockFor, type OrderActionResult, refundAtDesk } from './actions.ts';
import { findAnyOrder, listDeskOrders, orderNumbers } from './queries.ts';
import type {
  DeskCancel,
  DeskCancelUnit,
  DeskOrder,
  DeskOrderRow,
  DeskOrdersRequest,
  DeskRefund,
  OrderDetails,
  OrderRow,
} from './shapes.ts';
import { orderAtDesk } from './view.ts';

/** What later modules tell of an order. */
export type OrderParts = {
  papers(queries: DbClient, purchaseId: string): Promise<OrderDetails['papers']>;
  withdrawal(queries: DbClient, orderId: string): Promise<DeskOrder['withdrawal']>;
  readonly deliveries: {
    listSummaries(orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly DeliverySummary[]>>;
    readonly desk: { listDeliverers(orderId: string): Promise<readonly { readonly deliveryId: string; readonly byName: string }[]> };
  };
};

export type OrderDeskDeps = CheckoutDeps & { readonly later: OrderParts };

const messages = {
  mail: /*i18n*/ {
    id: 'desk.mail.gone',
    message: 'This email can’t be resent: it contained a private link or is too old.',
  },
} as const satisfies Record<string, Message>;

const MAILS_SHOWN = 50;
const LINES_SHOWN = 50;

export async function listAtDesk(deps: OrderDeskDeps, request: DeskOrdersRequest) {
  const found = await listDeskOrders(deps.ctx.db.orm, { ...request, limit: request.limit + 1 });
  return {
    orders: await toOrderRows(deps, found.slice(0, request.limit)),
    more: found.length > request.limit,
    services: listServices(deps),
  };
}

type FoundOrders = Awaited<ReturnType<typeof listDeskOrders>>;

export async function toOrderRows(deps: Pick<CheckoutDeps, 'ctx' | 'catalogue'>, found: FoundOrders): Promise<OrderRow[]> {
  const people = await findCustomersByIds(
    deps.ctx,
    found.map(({ accountId }) => accountId),
  );
  return found.map((row) => ({ ...toRow(row), customer: people.get(row.accountId) ?? null, what: describeOrderLine(deps, row) }));
}

const toRow = ({ createdAt, addOns, ...row }: FoundOrders[number]): DeskOrderRow => ({
  ...row,
  ...viewOrderedAddOns(addOns, 'en'),
  createdAt: createdAt.toISOString(),
});

export async function getOrderDetails(deps: OrderDeskDeps, id: string): Promise<OrderDetails> {
  const { ctx, later } = deps;
  const { orm } = ctx.db;
  const order = { ...(await orderAtDesk(deps, id)), withdrawal: await later.withdrawal(orm, id) };
  const [people, payments, dispute, papers, mails, audit, operators, delivered, deliverers, member] = await Promise.all([
    findCustomersByIds(ctx, [order.accountId]),
    listSubjectPayments(orm, order.purchaseId),
    findDisputeState(orm, order.purchaseId),
    later.papers(orm, order.purchaseId),
    listMailsAbout(orm, listReferences(order), MAILS_SHOWN),
    readAudit(orm, { numbers: orderNumbers }, { kind: 'order', about: id, limit: LINES_SHOWN }),
    listOperators(orm),
    later.deliveries.listSummaries([id]),
    later.deliveries.desk.listDeliverers(id),
    findMemberWhoOrdered(orm, [order.purchaseId, id]),
  ]);
  return {
    order,
    customer: people.get(order.accountId) ?? null,
    ...(member === undefined ? {} : { orderedBy: member }),
    what: describeOrderLine(deps, order),
    ...getWords(deps, order),
    audit,
    dispute,
    payments: payments.map((row) => viewPayment(row, ctx.clock.now())),
    refunds: await listRefunds(deps, payments),
    papers: [...papers],
    mails: mails.map(({ id, to, mail, createdAt, sentAt, lastError, hasText }) => ({
      id,
      to,
      mail,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      failed: lastError,
      again: hasText && canResendMail(mail),
    })),
    deliveries: (delivered.get(id) ?? [])
      .map(({ id, pieceId, version, deliveredAt, files }) => ({
        ...{ id, pieceId, version, deliveredAt },
        by: deliverers.find(({ deliveryId }) => deliveryId === id)?.byName ?? '',
        files: files.length,
      }))
      .sort((a, b) => b.version - a.version),
    operators: Object.fromEntries(operators.map(({ id, name }) => [id, name])),
  };
}

/** An audit entry names all orders of a purchase, or the first few, newest first. */
function listReferences({ number, together, id }: Pick<DeskOrder, 'number' | 'together' | 'id'>): string[] {
  const all = [{ id, number }, ...together].sort((a, b) => (a.id < b.id ? 1 : -1)).map((each) => each.number);
  return [number, all.join(', '), `${all.slice(0, 3).join(', ')} +${all.length - 3}`];
}

function getWords(deps: OrderDeskDeps, { pieces, serviceType }: DeskOrder) {
  const services = deps.catalogue.current().services;
  const fields = services.filter(({ type }) => type === serviceType || pieces.length > 1).flatMap(({ fields }) => fields);
  return {
    offers: Object.fromEntries(pieces.map(({ offerId }) => [offerId, formatOfferName(deps, offerId)])),
    questions: Object.fromEntries(fields.map(({ name, label }) => [name, label.en])),
  };
}

type Payment = Awaited<ReturnType<typeof listSubjectPayments>>[number];

async function listRefunds({ ctx }: OrderDeskDeps, payments: readonly Payment[]): Promise<OrderDetails['refunds']> {
  const { orm } = ctx.db;
  const paid = await Promise.all(payments.filter(({ state }) => state === 'paid').map(({ id }) => findDeskPayment(orm, id)));
  return paid.flatMap((each) =>
    (each?.refunds ?? []).map(({ id, amount, state, requestedAt, completedAt, causeId }) => ({
      id,
      amount,
      state,
      askedAt: requestedAt.toISOString(),
      doneAt: completedAt?.toISOString() ?? null,
      about: causeId,
    })),
  );
}

type Carry<Input, Result> = (deps: CheckoutDeps, tx: DbClient, by: Operator, request: Input) => Promise<Result | undefined>;

/** A repeated request is not audited again. */
async function act<Input extends { readonly id: string }, Result extends OrderActionResult>(
  deps: CheckoutDeps,
  tx: DbClient,
  by: Operator,
  request: Input,
  carry: Carry<Input, Result>,
) {
  const done = await carry(deps, tx, by, request);
  return { entries: done ? [{ id: request.id, before: done.before, after: done.after }] : [], done };
}

/**
 * If an unpaid rest remains, its payment link is created after the commit; if the provider does not answer, a
 * job retries.
 */
export async function cancelOrder(deps: CheckoutDeps, tx: DbClient, by: Operator, request: DeskCancel): Promise<Done> {
  const { entries, done } = await act(deps, tx, by, request, cancelAtDesk);
  return { entries, afterCommit: async () => void (done?.fresh && (await deps.payments.link(done.fresh))) };
}

/** A repeated request is not audited again. */
export async function cancelUnitAtDesk(deps: CheckoutDeps, tx: DbClient, by: Operator, request: DeskCancelUnit): Promise<Done> {
  const locked = await lockFor(tx, request);
  const pieces = await listPieces(tx, request.id);
  const unit = { id: request.act, pieceId: request.pieceId, refundTo: request.to, operatorId: by.id };
  const done = locked && (await cancelLockedUnit(deps, tx, { ...unit, ...locked, pieces }));
  return { entries: done ? [{ id: request.id, ...done }] : [] };
}

export async function refundOrder(deps: CheckoutDeps, tx: DbClient, by: Operator, request: DeskRefund): Promise<Done> {
  const { entries } = await act(deps, tx, by, request, refundAtDesk);
  return { entries };
}

/** Returns an open payment link if there is one, otherwise creates one after the commit. */
export async function openLink(deps: CheckoutDeps, id: string) {
  const order = await findAnyOrder(deps.ctx.db.orm, id);
  if (order) await deps.payments.settle(order.accountId, order.purchaseId);
  return async (tx: DbClient): Promise<Done<{ paymentLink: string | null }>> => {
    const { paymentId, link } = await linkAtDesk(deps, tx, id);
    const afterCommit = async () => ({ paymentLink: link ?? (await deps.payments.link(paymentId)) ?? null });
    return { entries: [{ id, after: { payment: paymentId } }], afterCommit };
  };
}

/** Sends a mail of this order again, to the recipient's current address. */
export async function resendOrderMail(deps: CheckoutDeps, request: { readonly id: string; readonly mailId: string }) {
  const order = await orderAtDesk(deps, request.id);
  return async (tx: DbClient): Promise<Done> => {
    const person = await findMailRecipient(tx, order.accountId);
    const found = (await listMailsAbout(tx, listReferences(order), MAILS_SHOWN)).find(({ id }) => id === request.mailId);
    if (!person || !found) throw new UserError(404);
    const posted = await resendMail(deps.ctx, tx, request.mailId, person.email);
    if (!posted) throw new UserError(400, { '': [messages.mail] });
    return { entries: [{ id: request.id, before: { mail: request.mailId }, after: { mail: posted, name: found.mail } }] };
  };
}
