// The API of the payments module for other modules. A charge is recorded once; the module that sells handles
// it in the same transaction.

import type { CurrencyNumber } from '#lib/money/money.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { CouponHolder } from '#modules/coupons/queries.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { StripeConfig } from '#platform/config/config.ts';
import type { DbClient } from '#platform/database/database.ts';
import { toDbRow } from '#platform/database/to-db-row.ts';
import { createKeyReusedError, type IdempotencyKey } from '#platform/http/idempotency.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { enqueueLink, type PaymentRequest, preparePayment, requestLink } from './links.ts';
import { createMeansActions, insertMeansPayment } from './means.ts';
import { askForCustomer, endLink, placeEndingHolds, pollNow } from './poll-providers.ts';
import type { Browser } from './provider.ts';
import * as queries from './queries.ts';
import { beginAttempt, findNewest, findOpenLink } from './queries-attempts.ts';
import { isDisputed } from './queries-disputes.ts';
import type { Payments } from './record-charge.ts';
import { requestRefund } from './refunds.ts';
import { getAttemptState, isBeingConfirmed } from './rules.ts';
import { createStripeProvider } from './stripe/provider.ts';
import { payment, paymentBrowser } from './tables.ts';
import { createWebhookHandler } from './webhooks/handle-webhook.ts';

const messages = {
  confirming: /*i18n*/ {
    id: 'payment.confirming',
    message: 'We are checking with your bank whether you’ve paid. Nothing can be paid or changed until we know.',
  },
  unreachable: /*i18n*/ {
    id: 'payment.unreachable',
    message: 'We cannot reach the bank, so we don’t know whether you’ve paid. Please don’t pay again; write to us.',
  },
} as const satisfies Record<string, Message>;

/** The browser data that 3-D Secure needs, as a database row. */
export const toBrowserRow = ({ id, accountId, createdAt }: queries.NewPayment, browser: Browser) => {
  const { javascriptEnabled, acceptLanguage, screenWidth, screenHeight, timeZone, userAgent } = browser;
  const data: Browser = { javascriptEnabled, acceptLanguage, screenWidth, screenHeight, timeZone, userAgent };
  return toDbRow(paymentBrowser, { paymentId: id, accountId, data, recordedAt: createdAt });
};

export type PaymentsModule = ReturnType<typeof createPayments>;

/** The payment as a JSON row, for the SQL function that inserts it together with its purchase or deposit. */
export const toPaymentRow = (row: queries.NewPayment) => toDbRow(payment, row);

/** The purchase or deposit that a refund belongs to, read inside a transaction. */
export const findRefundSubject = (from: DbClient, refundId: string) => queries.findSubject(from, 'refund', refundId);

/** The stored response to an idempotency key, without comparing request bodies. */
export const findStoredResponse = ({ db, clock }: Payments['ctx'], accountId: string, key: string): Promise<unknown> =>
  queries.findAnswer(db.orm, accountId, key, clock.now());

const getRefundableAmount = async (from: DbClient, subjectId: string): Promise<number> =>
  (await queries.findCharge(from, subjectId))?.refundable ?? 0;
const lockRefundableAmount = async (tx: DbClient, subjectId: string): Promise<number> =>
  (await queries.lockCharge(tx, subjectId))?.refundable ?? 0;

/** Asks Stripe about the account of keys that are not used yet. */
export async function checkStripeAccount(
  { clock }: Pick<AppContext, 'clock'>,
  stripe: StripeConfig,
  currencies: readonly CurrencyNumber[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const provider = await createStripeProvider({ stripe, clock }, currencies);
  return (await provider.look?.(signal)) ?? [];
}

const createProviderActions = (payments: Payments) => ({
  /** Also of those that took payments before. */
  providerNames: () => [...new Set([...payments.providers().map(({ name }) => name), 'sandbox', 'stripe'])],

  /** Without a provider, nothing can be paid by link. */
  hasProvider: (): boolean => payments.providers().length > 0,

  /**
   * The provider for new payments that moves real money. Undefined if there is none, or only the test bank.
   */
  realProvider: () => (payments.providers()[0]?.name === 'sandbox' ? undefined : payments.providers()[0]?.name),

  /** Checks the credentials of the provider for new payments. Undefined if it has no check. */
  lookAtProvider: async (signal: AbortSignal): Promise<readonly string[] | undefined> => payments.providers()[0]?.look?.(signal),
});

/**
 * An attempt to pay begins when its customer opens the payment page. Until its end is known, nothing is paid
 * again.
 */
function createAttemptActions(payments: Payments) {
  const { db, clock } = payments.ctx;
  const pending = new Map<string, Promise<boolean>>();

  async function ownPayment({ accountId, subjectId }: { accountId: string; subjectId: string }): Promise<queries.Payment> {
    const found = await findNewest(db.orm, accountId, subjectId);
    if (!found) throw new UserError(404);
    return found;
  }

  return {
    async begin(accountId: string, subjectId: string): Promise<void> {
      const { id } = await ownPayment({ accountId, subjectId });
      await beginAttempt(db.orm, id, clock.now());
    },

    /** Asks the provider how the last attempt ended. Customers who ask at once share one call. */
    async check(accountId: string, subjectId: string): Promise<{ answered: boolean }> {
      const payment = await ownPayment({ accountId, subjectId });
      if (payment.state !== 'open') return { answered: true };
      const { id } = payment;
      const asking = pending.get(id) ?? askForCustomer(payments, payment, 'look').finally(() => pending.delete(id));
      pending.set(id, asking);
      return { answered: await asking };
    },

    /**
     * Before a purchase is paid in another way: asks how its last attempt ended. Call before the transaction.
     */
    async settle(accountId: string, subjectId: string): Promise<void> {
      const newest = await findNewest(db.orm, accountId, subjectId);
      if (newest?.state === 'open' && isBeingConfirmed(newest)) await askForCustomer(payments, newest, 'replace');
    },

    /** The end of the last attempt, or of a debit, is known. The caller has locked the purchase. */
    async expectSettled(tx: DbClient, subjectId: string, which: 'attempt' | 'debit' = 'attempt'): Promise<void> {
      const open = await queries.lockOpen(tx, subjectId);
      if (which === 'debit' && !open?.takesDays) return;
      const state = open && isBeingConfirmed(open) && getAttemptState(open, clock.now());
      if (state) throw new UserError(400, { '': [state === 'unreachable' ? messages.unreachable : messages.confirming] });
    },
  };
}

const createRefundActions = (payments: Payments) => ({
  /** The amount of the charge that is not refunded yet. Takes no lock: for previews. */
  refundableAmount: getRefundableAmount,

  /** The same, with the charge locked until the transaction ends. */
  lockRefundableAmount,

  /** True if the payer's bank examines the charge or has taken it back. */
  isDisputed,

  refund: (tx: DbClient, subjectId: string, what: { amount: number; causeId: string }): Promise<string> =>
    requestRefund(payments, tx, subjectId, what),
});

export function createPayments(payments: Payments) {
  const { db, clock } = payments.ctx;
  const pendingLinks = new Map<string, Promise<string | undefined>>();

  /** Concurrent requests for the same link share one provider call. */
  function link(paymentId: string, inserted?: queries.NewPayment): Promise<string | undefined> {
    const pending = pendingLinks.get(paymentId) ?? requestLink(payments, paymentId, inserted).finally(() => pendingLinks.delete(paymentId));
    pendingLinks.set(paymentId, pending);
    return pending;
  }

  return {
    ...createWebhookHandler(payments),

    /** A payment row to insert with its purchase or deposit. With a link, if the provider needs no call. */
    prepare: (payable: PaymentRequest): queries.NewPayment => preparePayment(payments, payable),

    /** Call after the commit. Undefined if the provider does not answer in time; a job then retries. */
    link,

    /** For a repeated request with the same idempotency key whose first response had no link yet. */
    async linkFor(subjectId: string): Promise<string | undefined> {
      const open = await queries.findOpen(db.orm, subjectId);
      return open && (open.link ?? (await link(open.id)));
    },

    /** Enqueues a job that creates the link. Call inside the transaction that inserts the payment. */
    linkLater: enqueueLink,

    /** Cancels the open payment. Call inside the transaction that cancels the purchase or deposit. */
    async end(tx: DbClient, subjectId: string): Promise<void> {
      const open = await queries.lockOpen(tx, subjectId);
      if (!open) return;
      await queries.setPayment(tx, open.id, { state: 'cancelled' });
      await enqueue(tx, 'payments.cancelLink', { id: open.id });
    },

    /** One by a saved means is charged after the commit. */
    insert: (tx: DbClient, row: queries.NewPayment) => (row.meansId ? insertMeansPayment : queries.insertPayment)(tx, row),
    /** Ends a link that can still be paid; asks the provider. True if nothing was or is being paid by it. */
    endLink: (subjectId: string, signal: AbortSignal) => endLink(payments, subjectId, signal),
    lockOpen: queries.lockOpen,
    /** Ends the links of other unpaid purchases and deposits if their uses of coupons are in the way. */
    placeEndingHolds: <Stored>(holder: CouponHolder, place: () => Promise<Stored>) => placeEndingHolds(payments, holder, place),

    ...createAttemptActions(payments),

    ...createMeansActions(payments),
    ...createRefundActions(payments),

    /** The open payment's link and the outcome of its last attempt. */
    openLink: (subjectId: string) => findOpenLink(db.orm, subjectId, clock.now()),

    ...createProviderActions(payments),

    /** The purchase or deposit that a charge or a refund belongs to. */
    findSubject: (what: 'charge' | 'refund', id: string) => queries.findSubject(db.orm, what, id),

    /** The stored response to an idempotency key; undefined if the key is new. */
    async storedAnswer(accountId: string, once: IdempotencyKey | undefined): Promise<unknown> {
      const found = once && (await queries.findIdempotentResponse(db.orm, accountId, once, clock.now()));
      if (found && !found.isSame) throw createKeyReusedError();
      return found?.answer;
    },

    /** Polls the provider for the state of the payment. */
    async ask(paymentId: string): Promise<void> {
      const found = await queries.findPayment(db.orm, paymentId);
      if (!found) throw new UserError(404);
      await pollNow(payments, found);
    },
  };
}

type Once = { readonly ownerId: string; readonly once: IdempotencyKey | undefined; readonly now: Date };

/** The same request with the same key is done once, and answered alike for a day. */
export async function doOnce<A extends object>(tx: DbClient, { ownerId, once, now }: Once, work: () => Promise<A>): Promise<A> {
  const stored = once && (await claimOwnKey(tx, ownerId, once, now));
  if (stored) return stored as A;
  const answer = await work();
  if (once) await queries.storeResponse(tx, ownerId, once, answer);
  return answer;
}

async function claimOwnKey(tx: DbClient, ownerId: string, once: IdempotencyKey, now: Date): Promise<unknown> {
  try {
    return await queries.claimKey(tx, ownerId, once, now);
  } catch (cause) {
    throw (cause as { cause?: { code?: string } }).cause?.code === 'FF001' ? createKeyReusedError() : cause;
  }
}
