// Creates payment links: after the commit, or in a job if the provider is slow. A payment gets one link,
// which is added to the stored response.

import type { Locale } from '#lib/locale.ts';
import type { Money } from '#lib/money/money.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { formatCause } from '#platform/logging/log.ts';
import { newId } from '#platform/new-id.ts';
import { PermanentJobError } from '../../jobs.ts';
import type { Provider } from './provider.ts';
import * as queries from './queries.ts';
import type { Means } from './queries-means.ts';
import { lockPaymentTarget, type Payments, type PaymentTarget } from './record-charge.ts';
import { getNextPoll, getSoonPoll, linkExpiry, type Purpose } from './rules.ts';

/** A payment to create: amount, payer and the description on the payment page. */
export type PaymentRequest = Money & {
  readonly accountId: string;
  readonly purpose: Purpose;
  readonly subjectId: string;
  readonly locale: Locale;
  readonly what: string;
  /** Open for 30 minutes instead of 24 hours. */
  readonly shortLink: boolean;
  /** The payer has agreed that the shop saves the means. */
  readonly saveMeans?: boolean;
  /** The page to come back to, if it is not the payer's account. */
  readonly returnPath?: string | undefined;
  /** Charged instead of a link. */
  readonly means?: Pick<Means, 'id' | 'provider'> | undefined;
};

/** How long a request waits for a provider. After that, the response has no link, and a job creates it. */
const LINK_PATIENCE_MS = 5_000;

/** The pages of the account that show how a payment has ended. */
const accountPages = {
  purchase: '/cabinet/order-history?purchase=',
  deposit: '/cabinet/funds?deposit=',
  claim: '/cabinet/order-history?purchase=',
} as const;

type Returning = Pick<queries.NewPayment, 'purpose' | 'subjectId' | 'returnPath'>;

/**
 * The page to which the provider redirects after payment. It depends on the payment's row alone: a repeated
 * request for its link must have the same parameters.
 */
const getReturnUrl = ({ ctx }: Payments, { purpose, subjectId, returnPath }: Returning): string =>
  ctx.config.shopUrl + (returnPath ?? accountPages[purpose] + subjectId);

export function preparePayment(payments: Payments, payable: PaymentRequest): queries.NewPayment {
  const { ctx, providers } = payments;
  const now = ctx.clock.now();
  const { accountId, purpose, subjectId, amount, currency, locale, what, shortLink, saveMeans = false, means, returnPath } = payable;
  const [provider] = providers();
  const id = newId(now);
  const linkExpiresAt = linkExpiry(now, shortLink);
  const common = {
    id,
    accountId,
    purpose,
    subjectId,
    amount,
    currency,
    description: what,
    linkExpiresAt,
    createdAt: now,
    saveMeans,
    returnPath,
  };
  // Its charge begins with it, so that nothing else is paid or cancelled meanwhile.
  if (means)
    return { ...common, provider: means.provider, state: 'open', link: null, meansId: means.id, outcomeAt: now, pollAt: getSoonPoll(now) };
  const link = provider?.linkAtOnce?.({
    paymentId: id,
    amount,
    currency,
    locale,
    what,
    expiresAt: linkExpiresAt,
    returnUrl: getReturnUrl(payments, common),
    ...(saveMeans && { save: true }),
  });
  return {
    ...common,
    provider: provider?.name ?? 'none',
    state: 'open',
    link: link === undefined ? null : checkLink(provider, link),
    pollAt: getNextPoll(now, linkExpiresAt, now),
  };
}

/** Accepts only links to the provider's own hosts, to prevent redirects elsewhere. */
function checkLink(provider: Provider | undefined, link: string): string {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !provider?.hosts.includes(url.host))
    throw new Error('payment link is not on the provider’s hosts');
  return link;
}

/**
 * Undefined if the link is not ready in time or cannot be created. `inserted`: the row, if it was just
 * inserted.
 */
export async function requestLink(payments: Payments, paymentId: string, inserted?: queries.NewPayment): Promise<string | undefined> {
  const { ctx, providers } = payments;
  // Reported once at start-up, not with every order.
  if (providers().length === 0) return undefined;
  try {
    return await makeLink(payments, paymentId, AbortSignal.timeout(LINK_PATIENCE_MS), inserted);
  } catch (cause) {
    ctx.log.warn({ payment: paymentId, cause: formatCause(cause) }, 'payment.link.failed');
    if (!(cause instanceof PermanentJobError)) await transaction(ctx.db, (tx) => enqueueLink(tx, paymentId));
    return undefined;
  }
}

/** Enqueues a job that creates the link. */
export const enqueueLink = (tx: DbClient, id: string): Promise<void> => enqueue(tx, 'payments.createLink', { id }, { key: `link ${id}` });

/** Safe to repeat: the provider identifies the payment by its id and returns the same link. */
export async function makeLink(payments: Payments, paymentId: string, signal: AbortSignal, inserted?: queries.NewPayment): Promise<string> {
  const { ctx } = payments;
  const payment = inserted ?? (await queries.findPayment(ctx.db.orm, paymentId));
  if (payment?.state !== 'open') throw createOverError(paymentId);
  if (payment.link) return payment.link;
  const provider = findProvider(payments, payment.provider);
  if (!provider?.makeLink) throw new PermanentJobError(`payment ${paymentId} has no configured provider`);
  const { purpose, amount, currency, description: what, linkExpiresAt: expiresAt } = payment;
  const [payer, browser] = await Promise.all([
    findMailRecipient(ctx.db.orm, payment.accountId),
    // Browser data is collected for deposits only.
    purpose === 'deposit' ? queries.findBrowser(ctx.db.orm, paymentId) : undefined,
  ]);
  if (!payer) throw new PermanentJobError(`payment ${paymentId} has no payer`);
  const made = await provider.makeLink(
    {
      paymentId,
      amount,
      currency,
      locale: payer.locale,
      email: payer.email,
      what,
      expiresAt,
      ...(browser && { browser }),
      ...(payment.saveMeans && { save: true }),
      returnUrl: getReturnUrl(payments, payment),
    },
    signal,
  );
  const link = await keepLink(payments, payment, { provider, reference: made.reference, link: checkLink(provider, made.link) });
  if (link === undefined) throw createOverError(paymentId);
  return link;
}

const createOverError = (paymentId: string) => new PermanentJobError(`payment ${paymentId} can no longer be paid`);

/** A payment that was created without a provider is taken by the current one. */
export const findProvider = ({ providers }: Payments, provider: queries.Payment['provider']): Provider | undefined =>
  provider === 'none' ? providers()[0] : providers().find(({ name }) => name === provider);

type CreatedLink = { readonly provider: Provider; readonly reference: string; readonly link: string };

/** The first link wins. Undefined if the payment is no longer open; the new link is then cancelled. */
const keepLink = (payments: Payments, target: PaymentTarget, { provider, reference, link }: CreatedLink): Promise<string | undefined> =>
  transaction(payments.ctx.db, async (tx) => {
    const payment = await lockPaymentTarget(payments, tx, target);
    if (!payment || payment.link) return payment?.state === 'open' ? (payment.link ?? undefined) : undefined;
    const isOpen = payment.state === 'open';
    await queries.setPayment(tx, target.id, { provider: provider.name, reference, ...(isOpen ? { link } : {}) });
    if (!isOpen) {
      await enqueue(tx, 'payments.cancelLink', { id: target.id });
      return undefined;
    }
    await queries.attachLinkToResponse(tx, payment, link);
    await payments.reactions['payments.linked'][payment.purpose](payments.ctx, tx, payment.subjectId);
    return link;
  });
