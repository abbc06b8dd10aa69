// Orders at the desk: list, details and actions. Each action and its audit entry share one transaction.

import { type Message, UserError } from '#lib/user-error.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { papersFor } from '#modules/invoicing/actions.ts';
import { paperNumber } from '#modules/invoicing/rules.ts';
import { canResendMail, mailsAbout, resendMail } from '#modules/mail/actions.ts';
import {
  anyOrder,
  cancelAtDesk,
  deskOrders,
  linkAtDesk,
  type OrderActionResult,
  orderAtDesk,
  orderNumbers,
  refundAtDesk,
} from '#modules/orders/actions.ts';
import type { DeskCancel, DeskOrder, DeskOrdersRequest, DeskRefund } from '#modules/orders/desk/shapes.ts';
import { findDisputeState, paymentAtDesk, paymentsFor } from '#modules/payments/actions.ts';
import { getAttemptState, isBeingConfirmed } from '#modules/payments/rules.ts';
import { listOperators, type OperatorSession, readAudit, writeAudit } from '#modules/staff/actions.ts';
import { withdrawalAtDesk } from '#modules/withdrawals/actions.ts';
import { transaction } from '#platform/database/database.ts';
import { offerName, orderRowsOf, peopleBy, type Selling, servicesOf, whatOf } from '../selling.ts';
import type { OrderPayment, OrderWhole } from './shapes-orders.ts';

const messages = {
  mail: /*i18n*/ {
    id: 'desk.mail.gone',
    message: 'This email can’t be resent: it contained a private link or is too old.',
  },
} as const satisfies Record<string, Message>;

const MAILS_SHOWN = 50;
const LINES_SHOWN = 50;

export async function listAtDesk(selling: Selling, request: DeskOrdersRequest) {
  const found = await deskOrders(selling.checkout.ctx.db.orm, { ...request, limit: request.limit + 1 });
  return {
    orders: await orderRowsOf(selling, found.slice(0, request.limit)),
    more: found.length > request.limit,
    services: servicesOf(selling),
  };
}

export async function wholeAtDesk(selling: Selling, id: string): Promise<OrderWhole> {
  const { ctx } = selling.checkout;
  const { orm } = ctx.db;
  const order = { ...(await orderAtDesk(orm, id, ctx.clock.now())), withdrawal: await withdrawalAtDesk(orm, id) };
  const [people, payments, dispute, papers, mails, audit, operators, delivered, deliverers] = await Promise.all([
    peopleBy(ctx, [order.accountId]),
    paymentsFor(orm, order.purchaseId),
    findDisputeState(orm, order.purchaseId),
    papersFor(orm, order.purchaseId),
    mailsAbout(orm, referencesOf(order), MAILS_SHOWN),
    readAudit(orm, { numbers: orderNumbers }, { kind: 'order', about: id, limit: LINES_SHOWN }),
    listOperators(orm),
    selling.fulfilment.summariesOf([id]),
    selling.fulfilment.desk.deliverersOf(id),
  ]);
  return {
    order,
    customer: people.get(order.accountId) ?? null,
    what: whatOf(selling, order),
    ...wordsOf(selling, order),
    audit,
    dispute,
    payments: payments.map((row) => viewPayment(row, ctx.clock.now())),
    refunds: await refundsFor(selling, payments),
    papers: papers.map(viewPaper),
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
function referencesOf({ number, together, id }: Pick<DeskOrder, 'number' | 'together' | 'id'>): string[] {
  const all = [{ id, number }, ...together].sort((a, b) => (a.id < b.id ? 1 : -1)).map((each) => each.number);
  return [number, all.join(', '), `${all.slice(0, 3).join(', ')} +${all.length - 3}`];
}

function wordsOf(selling: Selling, { pieces, serviceType }: DeskOrder) {
  const services = selling.catalogue.current().services;
  const fields = services.filter(({ type }) => type === serviceType || pieces.length > 1).flatMap(({ fields }) => fields);
  return {
    offers: Object.fromEntries(pieces.map(({ offerId }) => [offerId, offerName(selling, offerId)])),
    questions: Object.fromEntries(fields.map(({ name, label }) => [name, label.en])),
  };
}

type Payment = Awaited<ReturnType<typeof paymentsFor>>[number];

export const viewPayment = ({ outcome, outcomeAt, silentSince, pollAt, ...row }: Payment, now: Date): OrderPayment => {
  const attempt = { outcome, outcomeAt, silentSince };
  return {
    ...row,
    link: isBeingConfirmed(attempt) ? null : row.link,
    attempt: row.state === 'open' ? getAttemptState(attempt, now) : null,
    linkExpiresAt: row.linkExpiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    askAt: pollAt?.toISOString() ?? null,
  };
};

type Paper = Awaited<ReturnType<typeof papersFor>>[number];

const viewPaper = ({ id, kind, year, serial, issuedAt, currency, gross }: Paper) => ({
  id,
  kind,
  number: paperNumber(kind, year, serial),
  issuedAt: issuedAt.toISOString(),
  currency,
  gross,
});

async function refundsFor({ checkout: deps }: Selling, payments: readonly Payment[]): Promise<OrderWhole['refunds']> {
  const { orm } = deps.ctx.db;
  const paid = await Promise.all(payments.filter(({ state }) => state === 'paid').map(({ id }) => paymentAtDesk(orm, id)));
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

type Why = { readonly why: string };

/**
 * If an unpaid rest remains, its payment link is created after the commit; if the provider does not answer, a
 * job retries.
 */
export async function cancelAct(selling: Selling, session: OperatorSession, request: DeskCancel & Why): Promise<void> {
  const done = await act(selling, session, 'order.cancel', request, cancelAtDesk);
  if (done?.fresh) await selling.checkout.payments.link(done.fresh);
}

export async function refundAct(selling: Selling, session: OperatorSession, request: DeskRefund & Why): Promise<void> {
  await act(selling, session, 'order.refund', request, refundAtDesk);
}

type Carry<Input, Done> = (
  deps: Selling['checkout'],
  tx: Parameters<typeof writeAudit>[0],
  by: OperatorSession['operator'],
  request: Input,
) => Promise<Done | undefined>;

/** Undefined if the request is a repetition, which is not audited again. */
async function act<Input extends { id: string }, Done extends OrderActionResult>(
  { checkout: deps }: Selling,
  { operator }: OperatorSession,
  name: string,
  request: Input & Why,
  carry: Carry<Input, Done>,
): Promise<Done | undefined> {
  const { db, clock } = deps.ctx;
  return transaction(db, async (tx) => {
    const done = await carry(deps, tx, operator, request);
    if (!done) return undefined;
    const { before, after } = done;
    await writeAudit(tx, operator, clock.now(), { act: name, about: { kind: 'order', id: request.id }, before, after, why: request.why });
    return done;
  });
}

/** Returns an open payment link if there is one, otherwise creates one after the commit. */
export async function linkAct({ checkout: deps }: Selling, { operator }: OperatorSession, { id, why }: { id: string } & Why) {
  const { db, clock } = deps.ctx;
  const order = await anyOrder(db.orm, id);
  if (order) await deps.payments.settle(order.accountId, order.purchaseId);
  const { paymentId, link } = await transaction(db, async (tx) => {
    const made = await linkAtDesk(deps, tx, id);
    const after = { payment: made.paymentId };
    await writeAudit(tx, operator, clock.now(), { act: 'order.link', about: { kind: 'order', id }, after, why });
    return made;
  });
  return { paymentLink: link ?? (await deps.payments.link(paymentId)) ?? null };
}

/** Sends a mail of this order again, to the recipient's current address. */
export async function mailAgainAct(
  { checkout: deps }: Selling,
  { operator }: OperatorSession,
  request: { id: string; mailId: string } & Why,
): Promise<void> {
  const { db, clock } = deps.ctx;
  const order = await orderAtDesk(db.orm, request.id, clock.now());
  await transaction(db, async (tx) => {
    const person = await findMailRecipient(tx, order.accountId);
    const found = (await mailsAbout(tx, referencesOf(order), MAILS_SHOWN)).find(({ id }) => id === request.mailId);
    if (!person || !found) throw new UserError(404);
    const posted = await resendMail(deps.ctx, tx, request.mailId, person.email);
    if (!posted) throw new UserError(400, { '': [messages.mail] });
    const [before, after] = [{ mail: request.mailId }, { mail: posted, name: found.mail }];
    await writeAudit(tx, operator, clock.now(), {
      act: 'mail.again',
      about: { kind: 'order', id: request.id },
      before,
      after,
      why: request.why,
    });
  });
}
