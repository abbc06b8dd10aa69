// The door of the room. A payment is one way to pay for one thing; what was really charged is kept once, whoever tells of it and however often, and the
// rooms that sell hear of it in the same transaction. No provider is called inside one.
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { change, type Queries } from '../../infra/db.ts';
import type { Ground } from '../../infra/ground.ts';
import { type Once, otherBody } from '../../infra/http/idempotency.ts';
import { enqueue } from '../../infra/jobs/enqueue.ts';
import { causeLine } from '../../infra/jobs/log.ts';
import { rowOf } from '../../infra/rows.ts';
import type { Locale } from '../../lib/locale.ts';
import type { Money } from '../../lib/money.ts';
import { Refusal } from '../../lib/refusal.ts';
import { timeId } from '../../lib/time-id.ts';
import { personOf } from '../accounts/actions.ts';
import type { PaymentReactions, Settlement } from './news.ts';
import type { Browser, Charge, Provider } from './provider.ts';
import * as queries from './queries.ts';
import { linkExpiry, nextAsk, type Purpose } from './rules.ts';
import { payment, paymentBrowser } from './tables.ts';

/** What 3-D Secure asks of the browser, beside the payment that it is for. */
export const browserRow = ({ id, accountId, createdAt }: NewPayment, ask: Browser) => {
  const { javascriptEnabled, acceptLanguage, screenWidth, screenHeight, timeZone, userAgent } = ask;
  const said: Browser = { javascriptEnabled, acceptLanguage, screenWidth, screenHeight, timeZone, userAgent };
  return rowOf(paymentBrowser, { paymentId: id, accountId, said, keptAt: createdAt });
};

export type PaymentsRoom = ReturnType<typeof openPayments>;
export type { FailedRefund, Settlement } from './news.ts';
export type NewPayment = queries.NewPayment;

/** As the database names it, for the statement that keeps it with what it pays for. */
export const paymentRow = (row: NewPayment) => rowOf(payment, row);

/** What is to be paid, by whom, and what the payment page calls it. */
export type Payable = Money & {
  readonly accountId: string;
  readonly purpose: Purpose;
  readonly subjectId: string;
  readonly locale: Locale;
  readonly what: string;
};

/** As long as a customer waits for a provider; then the orders are kept, and the link comes later. */
const LINK_PATIENCE_MS = 5_000;
const ASKED_AT_ONCE = 50;

/** Where the payment page leads back to. */
const backTo = { purchase: '/cabinet/order-history?purchase=', deposit: '/cabinet/funds?deposit=' } as const;

export type Payments = { readonly ground: Ground; readonly providers: readonly Provider[]; readonly reactions: PaymentReactions };

export function openPayments(payments: Payments) {
  const { ground, providers } = payments;
  const { db, clock } = ground;

  return {
    /** A row to be kept with what it pays for; where the link needs no call it has one already. */
    prepare: (payable: Payable): queries.NewPayment => preparePayment(payments, payable),

    /** After the commit. Undefined where the provider does not answer in time: a job goes on asking. */
    link: (paymentId: string): Promise<string | undefined> => linkNow(payments, paymentId),

    /** Inside the change that needs it, where nobody waits for it. */
    linkLater: askForLink,

    /** Inside a change that ends what was to be paid: nobody should pay for it any more. */
    async end(tx: Queries, subjectId: string): Promise<void> {
      const open = await queries.lockOpen(tx, subjectId);
      if (!open) return;
      await queries.setPayment(tx, open.id, { state: 'cancelled' });
      await enqueue(tx, 'payments.cancel', { id: open.id });
    },

    insert: queries.insertPayment,
    openOf: queries.lockOpen,

    /** By which it can be paid now; null where it cannot, or not yet. */
    openLink: (subjectId: string): Promise<string | null> => queries.findOpenLink(db.orm, subjectId, clock.now()),

    /** What a charge, or the charge of a refund, was meant to pay. */
    subjectOf: (what: 'charge' | 'refund', id: string) => queries.findSubject(db.orm, what, id),

    /** The first answer to this key, for who asks again; undefined for who asks first. */
    async kept(accountId: string, once: Once | undefined): Promise<unknown> {
      const found = once && (await queries.findKept(db.orm, accountId, once, clock.now()));
      if (found && !found.isSame) throw otherBody();
      return found?.answer;
    },
    amendKept: (accountId: string, once: Once, more: object) => queries.amendKept(db.orm, accountId, once.key, more),

    async webhook(name: string, raw: Buffer, headers: IncomingHttpHeaders): Promise<void> {
      const provider = providers.find((each) => each.name === name);
      if (!provider) throw new Refusal(404);
      const event = await provider.readWebhook(raw, headers);
      if (event?.kind === 'paid') await keepCharge(payments, provider.name, event, event.at);
      else if (event) ground.log.info({ payment: event.paymentId, kind: event.kind }, 'a payment provider told of something');
    },

    /** Back to where it came from, as much as is left of it; the rest is for the caller to give. */
    async refund(tx: Queries, subjectId: string, amount: number): Promise<{ id: string; amount: number } | undefined> {
      const found = await queries.lockCharge(tx, subjectId);
      const given = Math.min(amount, found?.left ?? 0);
      if (!found || given <= 0) return undefined;
      const now = clock.now();
      const id = timeId(now, randomBytes(8));
      const { charge, payment } = found;
      await queries.insertRefund(tx, {
        ...{ id, chargeId: charge.id, accountId: payment.accountId, amount: given, state: 'asked', askedAt: now },
      });
      await enqueue(tx, 'payments.refund', { id });
      return { id, amount: given };
    },
  };
}

function preparePayment({ ground, providers }: Payments, payable: Payable): queries.NewPayment {
  const now = ground.clock.now();
  const { accountId, purpose, subjectId, amount, currency, locale, what } = payable;
  const [provider] = providers;
  const id = timeId(now, randomBytes(8));
  const linkExpiresAt = linkExpiry(now);
  const link = provider?.linkAtOnce?.({
    ...{ paymentId: id, amount, currency, locale, what, expiresAt: linkExpiresAt },
    returnUrl: ground.config.shopUrl + backTo[purpose] + subjectId,
  });
  return {
    ...{ id, accountId, purpose, subjectId, amount, currency, what, linkExpiresAt, createdAt: now },
    ...{ provider: provider?.name ?? 'none', state: 'open', link: link === undefined ? null : checkedLink(provider, link) },
    askAt: nextAsk(now, linkExpiresAt, now),
  };
}

/** A customer is led to the provider's own pages and nowhere else. */
function checkedLink(provider: Provider | undefined, link: string): string {
  if (!URL.canParse(link) || !provider?.hosts.includes(new URL(link).host))
    throw new Error('a payment provider gave a link that leads elsewhere');
  return link;
}

async function linkNow(payments: Payments, paymentId: string): Promise<string | undefined> {
  const { ground } = payments;
  try {
    return await makeLink(payments, paymentId, AbortSignal.timeout(LINK_PATIENCE_MS));
  } catch (cause) {
    ground.log.warn({ payment: paymentId, cause: causeLine(cause) }, 'a payment link is not there yet');
    await change(ground.db, (tx) => askForLink(tx, paymentId));
    return undefined;
  }
}

const askForLink = (tx: Queries, id: string): Promise<void> => enqueue(tx, 'payments.link', { id }, { key: `link ${id}` });

/** Asked for as often as it takes: the provider knows the payment by its id, and gives the same link again. */
export async function makeLink(payments: Payments, paymentId: string, signal: AbortSignal): Promise<string | undefined> {
  const { ground, providers, reactions } = payments;
  const payment = await queries.findPayment(ground.db.orm, paymentId);
  if (payment?.state !== 'open' || payment.link) return payment?.link ?? undefined;
  const provider = providers.find(({ name }) => name === payment.provider);
  if (!provider?.makeLink) throw new Error(`there is no provider for the payment ${paymentId}`);
  const { accountId, purpose, subjectId, amount, currency, linkExpiresAt } = payment;
  const payer = await personOf(ground.db.orm, accountId);
  if (!payer) return undefined;
  const link = checkedLink(
    provider,
    await provider.makeLink(
      {
        ...{ paymentId, amount, currency, locale: payer.locale, email: payer.email, what: payment.what, expiresAt: linkExpiresAt },
        returnUrl: ground.config.shopUrl + backTo[purpose] + subjectId,
      },
      signal,
    ),
  );
  await change(ground.db, async (tx) => {
    if ((await lockWhole(payments, tx, paymentId))?.state !== 'open') return;
    await queries.setPayment(tx, paymentId, { link });
    await reactions['payments.linked'][purpose](ground, tx, subjectId);
  });
  return link;
}

/** With what it pays for. */
async function lockWhole({ reactions }: Payments, tx: Queries, paymentId: string): Promise<queries.Payment | undefined> {
  const found = await queries.findPayment(tx, paymentId);
  if (found) await reactions['payments.lock'][found.purpose](tx, found.subjectId);
  return queries.lockPayment(tx, paymentId);
}

/** Money that moved, however it came to be known. */
export async function keepCharge(payments: Payments, provider: Provider['name'], charge: Charge, chargedAt: Date): Promise<void> {
  const { ground, reactions } = payments;
  const now = ground.clock.now();
  const { paymentId, amount, currency, reference } = charge;
  await change(ground.db, async (tx) => {
    const payment = await lockWhole(payments, tx, paymentId);
    // Perhaps our own commit is still under way: the provider tells of it again.
    if (payment?.provider !== provider) throw new Refusal(404);
    const id = timeId(now, randomBytes(8));
    if (
      !(await queries.insertCharge(tx, {
        ...{ id, provider, reference, paymentId, amount, currency, chargedAt, keptAt: now, used: 'settled' },
      }))
    )
      return;
    const { accountId, purpose, subjectId } = payment;
    const settlement: Settlement = { chargeId: id, accountId, purpose, subjectId, amount, currency, at: now };
    const isAsked = payment.state === 'open' && payment.amount === amount && payment.currency === currency;
    if (isAsked && (await reactions['payments.settled'][purpose](ground, tx, settlement))) {
      await queries.setPayment(tx, paymentId, { state: 'paid', settledAt: now, askAt: null });
      return;
    }
    await queries.setUsed(tx, id, 'credited');
    for (const react of reactions['payments.stray']) await react(ground, tx, settlement);
  });
}

/** What nobody has told of is asked for: each payment that stays open, ever more rarely, and once more when its link is over. */
export async function askProviders(payments: Payments, signal: AbortSignal): Promise<void> {
  const { ground, providers } = payments;
  const now = ground.clock.now();
  const due = await change(ground.db, async (tx) => {
    const taken = await queries.takeToAsk(tx, now, ASKED_AT_ONCE);
    for (const { id, createdAt, linkExpiresAt } of taken)
      await queries.setPayment(tx, id, { askAt: nextAsk(createdAt, linkExpiresAt, now) });
    return taken;
  });
  for (const { id, provider: name, linkExpiresAt } of due) {
    const provider = providers.find((each) => each.name === name);
    if (!provider || signal.aborted) continue;
    try {
      const answer = await provider.askState(id, signal);
      if (answer.state === 'paid') await keepCharge(payments, provider.name, answer.charge, answer.at);
      else if (linkExpiresAt <= now) await expire(ground, id);
    } catch (cause) {
      ground.log.warn({ payment: id, cause: causeLine(cause) }, 'a payment provider could not be asked');
    }
  }
  if (due.length === ASKED_AT_ONCE && !signal.aborted) await askProviders(payments, signal);
}

/** Nobody has paid by it, and nobody can any more. */
const expire = (ground: Ground, id: string): Promise<void> =>
  change(ground.db, async (tx) => {
    const payment = await queries.lockPayment(tx, id);
    if (payment) await queries.setPayment(tx, id, { askAt: null, ...(payment.state === 'open' ? { state: 'expired' as const } : {}) });
  });
