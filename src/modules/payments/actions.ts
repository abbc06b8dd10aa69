// The door of the room. A payment is one way to pay for one thing; what was really charged is kept once, whoever tells of it and however often, and the
// rooms that sell hear of it in the same transaction. No provider is called inside one.
import type { DbClient } from '../../infra/database/database.ts';
import { toDbRow } from '../../infra/database/to-db-row.ts';
import { type IdempotencyKey, keyReusedError } from '../../infra/http/idempotency.ts';
import { enqueue } from '../../infra/jobs/enqueue.ts';
import { UserError } from '../../lib/user-error.ts';
import { askForLink, linkNow, type Payable, preparePayment } from './links.ts';
import { pollNow } from './poll-providers.ts';
import type { Browser } from './provider.ts';
import * as queries from './queries.ts';
import type { Payments } from './record-charge.ts';
import { askRefund } from './refunds.ts';
import { payment, paymentBrowser } from './tables.ts';
import { createWebhookHandler } from './webhooks/handle-webhook.ts';

/** What 3-D Secure asks of the browser, beside the payment that it is for. */
export const browserRow = ({ id, accountId, createdAt }: NewPayment, ask: Browser) => {
  const { javascriptEnabled, acceptLanguage, screenWidth, screenHeight, timeZone, userAgent } = ask;
  const said: Browser = { javascriptEnabled, acceptLanguage, screenWidth, screenHeight, timeZone, userAgent };
  return toDbRow(paymentBrowser, { paymentId: id, accountId, data: said, recordedAt: createdAt });
};

export { askNow, refundsFor, refusedRefunds, waitingPayments, waitingRefunds } from './desk/queries-reports.ts';
export { refundAgain } from './refunds.ts';
export type PaymentsRoom = ReturnType<typeof openPayments>;
export type { FailedRefund, Refunded, Settlement } from './events.ts';
export type { Payments } from './record-charge.ts';
export type NewPayment = queries.NewPayment;

/** As the database names it, for the statement that keeps it with what it pays for. */
export const paymentRow = (row: NewPayment) => toDbRow(payment, row);

/** What a refund was paid for, inside a change. */
export const subjectOfRefund = (from: DbClient, refundId: string) => queries.findSubject(from, 'refund', refundId);

/** The first answer to a key of the account, whatever was sent with it. */
export const answerTo = ({ db, clock }: Payments['ctx'], accountId: string, key: string): Promise<unknown> =>
  queries.findAnswer(db.orm, accountId, key, clock.now());

export { chargeByReference, deskPayments, paymentAtDesk, paymentsFor } from './desk/queries.ts';

const leftOf = async (from: DbClient, subjectId: string): Promise<number> => (await queries.findCharge(from, subjectId))?.left ?? 0;
const lockLeft = async (tx: DbClient, subjectId: string): Promise<number> => (await queries.lockCharge(tx, subjectId))?.left ?? 0;

export function openPayments(payments: Payments) {
  const { ctx, providers } = payments;
  const { db, clock } = ctx;
  const asked = new Map<string, Promise<string | undefined>>();

  /** Who wants the same link at the same time waits for the same call. */
  function link(paymentId: string, kept?: queries.NewPayment): Promise<string | undefined> {
    const asking = asked.get(paymentId) ?? linkNow(payments, paymentId, kept).finally(() => asked.delete(paymentId));
    asked.set(paymentId, asking);
    return asking;
  }

  return {
    ...createWebhookHandler(payments),

    /** A row to be kept with what it pays for; where the link needs no call it has one already. */
    prepare: (payable: Payable): queries.NewPayment => preparePayment(payments, payable),

    /** After the commit. Undefined where the provider does not answer in time: a job goes on asking. */
    link,

    /** For who asks again under the same key, while the first still waits for the link or has waited in vain. */
    async linkFor(subjectId: string): Promise<string | undefined> {
      const open = await queries.findOpen(db.orm, subjectId);
      return open && (open.link ?? (await link(open.id)));
    },

    /** Inside the change that needs it, where nobody waits for it. */
    linkLater: askForLink,

    /** Inside a change that ends what was to be paid: nobody should pay for it any more. */
    async end(tx: DbClient, subjectId: string): Promise<void> {
      const open = await queries.lockOpen(tx, subjectId);
      if (!open) return;
      await queries.setPayment(tx, open.id, { state: 'cancelled' });
      await enqueue(tx, 'payments.cancel', { id: open.id });
    },

    insert: queries.insertPayment,
    openOf: queries.lockOpen,

    /** By which it can be paid now, with how the last try ended. */
    openLink: (subjectId: string) => queries.findOpenLink(db.orm, subjectId, clock.now()),

    /** Whether the provider of new payments knows us. */
    async lookAtProvider(signal: AbortSignal): Promise<readonly string[]> {
      const [first] = providers;
      return (await first?.look?.(signal)) ?? ['It needs no account.'];
    },

    /** What a charge, or the charge of a refund, was meant to pay. */
    subjectOf: (what: 'charge' | 'refund', id: string) => queries.findSubject(db.orm, what, id),

    /** The first answer to this key, for who asks again; undefined for who asks first. */
    async kept(accountId: string, once: IdempotencyKey | undefined): Promise<unknown> {
      const found = once && (await queries.findIdempotentResponse(db.orm, accountId, once, clock.now()));
      if (found && !found.isSame) throw keyReusedError();
      return found?.answer;
    },

    /** Of what was paid for it, how much can still go back to where it came from, as it stands now: for a preview. */
    left: leftOf,

    /** The same, and nobody gives back any of it until the change that asks is over. */
    lockLeft,

    /** The payer's bank calls it in question, or has decided: its money is gone already. */
    isDisputed: queries.isDisputed,

    /** What became of it, now. */
    async ask(paymentId: string): Promise<void> {
      const found = await queries.findPayment(db.orm, paymentId);
      if (!found) throw new UserError(404);
      await pollNow(payments, found);
    },

    refund: (tx: DbClient, subjectId: string, what: { amount: number; causeId: string }): Promise<string> =>
      askRefund(payments, tx, subjectId, what),
  };
}
