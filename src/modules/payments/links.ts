// Where the customer pays. A link that needs a call is made after the commit, and by a job where that takes too long; whatever happens in between, a
// payment has one link, and the first answer to the customer's key has it too.
import { randomBytes } from 'node:crypto';
import { type DbClient, transaction } from '../../infra/database/database.ts';
import { enqueue } from '../../infra/jobs/enqueue.ts';
import { causeLine } from '../../infra/jobs/log.ts';
import { GiveUp } from '../../jobs.ts';
import type { Locale } from '../../lib/locale.ts';
import type { Money } from '../../lib/money/money.ts';
import { timeId } from '../../lib/time/time-id.ts';
import { findMailRecipient } from '../accounts/actions.ts';
import type { Provider } from './provider.ts';
import * as queries from './queries.ts';
import { type Kept, lockWhole, type Payments } from './record-charge.ts';
import { linkExpiry, nextAsk, type Purpose } from './rules.ts';

/** What is to be paid, by whom, and what the payment page calls it. */
export type Payable = Money & {
  readonly accountId: string;
  readonly purpose: Purpose;
  readonly subjectId: string;
  readonly locale: Locale;
  readonly what: string;
  /** Open for 30 minutes instead of 24 hours. */
  readonly shortLink: boolean;
};

/** As long as a customer waits for a provider; then the orders are kept, and the link comes later. */
const LINK_PATIENCE_MS = 5_000;

/** Where the payment page leads back to. */
const backTo = { purchase: '/cabinet/order-history?purchase=', deposit: '/cabinet/funds?deposit=' } as const;

export function preparePayment({ ctx, providers }: Payments, payable: Payable): queries.NewPayment {
  const now = ctx.clock.now();
  const { accountId, purpose, subjectId, amount, currency, locale, what, shortLink } = payable;
  const [provider] = providers;
  const id = timeId(now, randomBytes(8));
  const linkExpiresAt = linkExpiry(now, shortLink);
  const link = provider?.linkAtOnce?.({
    paymentId: id,
    amount,
    currency,
    locale,
    what,
    expiresAt: linkExpiresAt,
    returnUrl: ctx.config.shopUrl + backTo[purpose] + subjectId,
  });
  return {
    id,
    accountId,
    purpose,
    subjectId,
    amount,
    currency,
    description: what,
    linkExpiresAt,
    createdAt: now,
    provider: provider?.name ?? 'none',
    state: 'open',
    link: link === undefined ? null : checkedLink(provider, link),
    pollAt: nextAsk(now, linkExpiresAt, now),
  };
}

/** A customer is led to the provider's own pages and nowhere else. */
function checkedLink(provider: Provider | undefined, link: string): string {
  const leads = URL.canParse(link) ? new URL(link) : undefined;
  if (!leads || !/^https?:$/.test(leads.protocol) || !provider?.hosts.includes(leads.host))
    throw new Error('a payment provider gave a link that leads elsewhere');
  return link;
}

/** Undefined where there is none in time, or none to be had. `kept`: the row itself, where it was written just now. */
export async function linkNow(payments: Payments, paymentId: string, kept?: queries.NewPayment): Promise<string | undefined> {
  const { ctx, providers } = payments;
  // Told at the start, not at every order.
  if (providers.length === 0) return undefined;
  try {
    return await makeLink(payments, paymentId, AbortSignal.timeout(LINK_PATIENCE_MS), kept);
  } catch (cause) {
    ctx.log.warn({ payment: paymentId, cause: causeLine(cause) }, 'a payment link is not there yet');
    if (!(cause instanceof GiveUp)) await transaction(ctx.db, (tx) => askForLink(tx, paymentId));
    return undefined;
  }
}

/** A job goes on asking. */
export const askForLink = (tx: DbClient, id: string): Promise<void> => enqueue(tx, 'payments.link', { id }, { key: `link ${id}` });

/** Asked for as often as it takes: the provider knows the payment by its id, and gives the same link again. */
export async function makeLink(payments: Payments, paymentId: string, signal: AbortSignal, kept?: queries.NewPayment): Promise<string> {
  const { ctx } = payments;
  const payment = kept ?? (await queries.findPayment(ctx.db.orm, paymentId));
  if (payment?.state !== 'open') throw overNow(paymentId);
  if (payment.link) return payment.link;
  const provider = takerOf(payments, payment.provider);
  if (!provider?.makeLink) throw new GiveUp(`nobody takes the money of the payment ${paymentId}`);
  const { purpose, subjectId, amount, currency, description: what, linkExpiresAt: expiresAt } = payment;
  const [payer, browser] = await Promise.all([
    findMailRecipient(ctx.db.orm, payment.accountId),
    // Nobody is asked for it with an order.
    purpose === 'deposit' ? queries.findBrowser(ctx.db.orm, paymentId) : undefined,
  ]);
  if (!payer) throw new GiveUp(`the payment ${paymentId} has nobody to pay it`);
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
      returnUrl: ctx.config.shopUrl + backTo[purpose] + subjectId,
    },
    signal,
  );
  const link = await keepLink(payments, payment, { provider, reference: made.reference, link: checkedLink(provider, made.link) });
  if (link === undefined) throw overNow(paymentId);
  return link;
}

const overNow = (paymentId: string) => new GiveUp(`the payment ${paymentId} can no longer be paid`);

/** What was ordered while nobody took money is paid by whoever does now. */
export const takerOf = ({ providers }: Payments, provider: queries.Payment['provider']): Provider | undefined =>
  provider === 'none' ? providers[0] : providers.find(({ name }) => name === provider);

type Made = { readonly provider: Provider; readonly reference: string; readonly link: string };

/** The first one stays; undefined where the payment came to its end meanwhile: then nobody may pay by it. */
const keepLink = (payments: Payments, kept: Kept, { provider, reference, link }: Made): Promise<string | undefined> =>
  transaction(payments.ctx.db, async (tx) => {
    const payment = await lockWhole(payments, tx, kept);
    if (!payment || payment.link) return payment?.state === 'open' ? (payment.link ?? undefined) : undefined;
    const isOpen = payment.state === 'open';
    await queries.setPayment(tx, kept.id, { provider: provider.name, reference, ...(isOpen ? { link } : {}) });
    if (!isOpen) {
      await enqueue(tx, 'payments.cancel', { id: kept.id });
      return undefined;
    }
    await queries.attachLinkToResponse(tx, payment, link);
    await payments.reactions['payments.linked'][payment.purpose](payments.ctx, tx, payment.subjectId);
    return link;
  });
