// The sandbox's bank, with its own database tables for comparison with the shop's. Each action on a payment
// is one transaction under its row lock, so only one of concurrent payments succeeds and a cancelled payment
// cannot be paid.
import { randomBytes } from 'node:crypto';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { MeansError, SavedMeans } from '#modules/payments/rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Clock } from '#platform/clock.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { BankLink } from './link.ts';
import * as queries from './queries.ts';

/** Status on the payment page; the first two can still be paid. */
export type BankPaymentState = 'open' | 'declined' | 'expired' | 'cancelled' | 'paid';

export const isPayable = (state: BankPaymentState): state is 'open' | 'declined' => state === 'open' || state === 'declined';

/**
 * When the webhook of the charge is sent: immediately, never, after a minute, or twice. If it is not sent at
 * once, the bank reports that the customer is paying. A dispute is of the whole charge.
 */
const news = {
  success: { times: 1, afterSeconds: 0 },
  lost: { times: 0, afterSeconds: 0 },
  late: { times: 1, afterSeconds: 60 },
  twice: { times: 2, afterSeconds: 0 },
  dispute: { times: 1, afterSeconds: 0, dispute: ['disputed'] },
  'dispute-lost': { times: 1, afterSeconds: 0, dispute: ['disputed', 'disputeLost'] },
  // A real one takes days.
  debit: { times: 1, afterSeconds: 60 },
  'debit-returned': { times: 1, afterSeconds: 60, dispute: ['disputed', 'disputeLost'], returnedAfterSeconds: 120 },
  // Their payer is at the page; without one, the bank declines.
  authenticate: { times: 1, afterSeconds: 0 },
  expired: { times: 1, afterSeconds: 0 },
  insufficient: { times: 1, afterSeconds: 0 },
} as const satisfies Readonly<Record<string, News>>;

type News = {
  readonly times: number;
  readonly afterSeconds: number;
  readonly dispute?: readonly ('disputed' | 'disputeLost')[];
  readonly returnedAfterSeconds?: number;
};

/** Why a means is not charged without its payer. */
const refusals: Readonly<Partial<Record<BankEvent, MeansError>>> = {
  authenticate: 'authenticate',
  expired: 'expired',
  insufficient: 'insufficient',
};

export type BankEvent = keyof typeof news;

/** The wire format. */
export type BankState =
  | { readonly state: 'unknown' | 'processing' | Exclude<BankPaymentState, 'paid'>; readonly why?: MeansError | undefined }
  | {
      readonly state: 'paid';
      readonly at: string;
      readonly charge: {
        readonly paymentId: string;
        readonly reference: string;
        readonly amount: number;
        readonly currency: CurrencyNumber;
        readonly means?: SavedMeans | undefined;
      };
    };

/** What the shop charges while the payer is away. */
export type MeansRequest = Pick<BankLink, 'paymentId' | 'what' | 'amount' | 'currency'> & { readonly means: string };

export type RefundRequest = {
  readonly paymentId: string;
  readonly reference: string;
  readonly refundId: string;
  readonly amount: number;
  readonly currency: CurrencyNumber;
};

type Event = {
  readonly kind: 'begun' | 'paid' | 'declined' | 'abandoned' | 'refunded' | 'disputed' | 'disputeLost';
  readonly paymentId: string;
  readonly takesDays?: boolean;
  readonly why?: MeansError | undefined;
  readonly means?: SavedMeans | undefined;
} & Partial<Pick<RefundRequest, 'reference' | 'amount' | 'currency'>>;

type BankDeps = Pick<AppContext, 'db' | 'clock'> & {
  /** Called when a webhook may be due. */
  readonly wakeWebhooks: () => void;
};

const LISTED_AT_ONCE = 100;

export type Bank = ReturnType<typeof openBank>;

export const openBank = (deps: BankDeps) => ({
  /** Opens the payment page. */
  look: (link: BankLink): Promise<BankPaymentState> => lockPayment(deps.db.orm, link, deps.clock),
  /** All return the previous status; only a payable payment changes. */
  pay: (link: BankLink, how: BankEvent, isSaved = false): Promise<BankPaymentState> => pay(deps, link, how, isSaved),
  decline: (link: BankLink): Promise<BankPaymentState> => decline(deps, link),
  /** `isLost`: the shop is not to get the answer. */
  chargeMeans: (request: MeansRequest) => chargeMeans(deps, request),
  forgetMeans: (reference: string): Promise<void> => queries.deleteBankMeans(deps.db.orm, reference),
  abandon: (link: BankLink): Promise<BankPaymentState> => abandonPayment(deps, link),
  cancel: (paymentId: string): Promise<BankState> => cancel(deps, paymentId),
  state: async (paymentId: string): Promise<BankState> =>
    getState(deps.db.orm, await queries.findBankPayment(deps.db.orm, paymentId), deps.clock),
  refund: (request: RefundRequest) => refund(deps, request),
  /** One page of charges, refunds or disputes; the cursor is a reference. */
  async list({ kind, since, after = '' }: { kind: 'charge' | 'refund' | 'dispute'; since: string; after?: string | undefined }) {
    const page = { since: new Date(since), after, limit: LISTED_AT_ONCE };
    const { orm } = deps.db;
    const lists = {
      charge: async () =>
        (await queries.listBankCharges(orm, page)).map((row) => ({ kind, ...row, isRefunded: row.refunded >= row.amount })),
      refund: async () => (await queries.listBankRefunds(orm, page)).map((row) => ({ kind, ...row, isFailed: false })),
      dispute: async () => (await queries.listBankDisputes(orm, page)).map((row) => ({ kind, ...row })),
    };
    const records: readonly { readonly reference: string }[] = await lists[kind]();
    return { records, ...(records.length < LISTED_AT_ONCE ? {} : { next: records.at(-1)?.reference }) };
  },
  books: (most: number) => queries.readBooks(deps.db.orm, most),
});

const pay = (deps: BankDeps, link: BankLink, how: BankEvent, isSaved: boolean): Promise<BankPaymentState> =>
  commitAndAnnounce(deps, async (tx) => {
    const state = await lockPayment(tx, link, deps.clock);
    if (!isPayable(state)) return state;
    const refusal = refusals[how];
    const isKept = isSaved && link.save === true;
    // Its payer can confirm, or is here to show a means that fails later.
    if (refusal && refusal !== 'authenticate' && !isKept) await refuse(tx, link.paymentId, deps.clock.now(), refusal);
    else await take(deps, tx, link, how, isKept);
    return state;
  });

/** Once for each payment of the shop, however often it asks. */
const chargeMeans = (deps: BankDeps, { means, ...request }: MeansRequest): Promise<{ answer: BankState; isLost: boolean }> =>
  commitAndAnnounce(deps, async (tx) => {
    const now = deps.clock.now();
    const { paymentId } = request;
    const row = await queries.openPayment(tx, { paymentId, expiresAt: null, state: 'open', at: now, reason: null });
    const found = await queries.findBankMeans(tx, means);
    const how = found?.outcome as BankEvent | undefined;
    const refusal = how ? refusals[how] : 'declined';
    if (row.state === 'open' && refusal) await refuse(tx, paymentId, now, refusal);
    else if (row.state === 'open' && how) await take(deps, tx, request, how, false);
    const answer = await getState(tx, await queries.findBankPayment(tx, paymentId), deps.clock);
    return { answer, isLost: row.state === 'open' && how === 'lost' };
  });

async function take({ clock }: BankDeps, tx: DbClient, link: Omit<MeansRequest, 'means'>, how: BankEvent, isKept: boolean): Promise<void> {
  const now = clock.now();
  const { paymentId, what, amount, currency } = link;
  const charge = { reference: createReference('ch'), paymentId, amount, currency };
  const { times, afterSeconds, dispute, returnedAfterSeconds = 0 }: News = news[how];
  const disputed = dispute && {
    dispute: createReference('dp'),
    disputeState: dispute.includes('disputeLost') ? ('lost' as const) : ('open' as const),
  };
  await queries.insertBankCharge(tx, { ...charge, description: what, at: now, dispute: null, disputeState: null, ...disputed });
  await queries.setState(tx, paymentId, 'paid');
  const kept = { reference: createReference('pm'), customer: createReference('cu'), paymentId, outcome: how, at: now };
  if (isKept) await queries.insertBankMeans(tx, kept);
  if (times === 0 || afterSeconds > 0) await announce(tx, { kind: 'begun', paymentId, takesDays: how.startsWith('debit') }, now);
  await announce(tx, { kind: 'paid', ...charge, ...(isKept && { means: describeMeans(kept) }) }, now, { times, afterSeconds });
  for (const kind of dispute ?? [])
    await announce(tx, { ...charge, kind, reference: disputed?.dispute ?? '' }, now, { times: 1, afterSeconds: returnedAfterSeconds });
}

const VALID_YEARS = 3;

function describeMeans({ reference, customer, outcome, at }: queries.BankMeansRow): SavedMeans {
  const saved = { reference, customer };
  if (outcome.startsWith('debit')) return { ...saved, kind: 'debit', brand: 'SEPA', last4: '3000', expires: null };
  const expires = new Date(Date.UTC(at.getUTCFullYear() + VALID_YEARS, at.getUTCMonth())).toISOString().slice(0, 'yyyy-mm'.length);
  return { ...saved, kind: 'card', brand: 'Visa', last4: '4242', expires };
}

async function refuse(tx: DbClient, paymentId: string, now: Date, why?: MeansError): Promise<void> {
  await queries.setState(tx, paymentId, 'declined', why);
  await announce(tx, { kind: 'declined', paymentId, why }, now);
}

/**
 * Enters a charge of a past day without its page and its webhook, for the demo's payments. Returns its
 * reference.
 */
export async function enterPastCharge(
  tx: DbClient,
  { at, expiresAt, ...charge }: Omit<queries.ChargeRow, 'reference' | 'dispute' | 'disputeState'> & { readonly expiresAt: Date },
): Promise<string> {
  const entered = { reference: createReference('ch'), ...charge, at, dispute: null, disputeState: null };
  await queries.openPayment(tx, { paymentId: charge.paymentId, state: 'paid', expiresAt, at, reason: null });
  await queries.insertBankCharge(tx, entered);
  return entered.reference;
}

/** The customer may try another card until the link expires. */
const decline = (deps: BankDeps, link: BankLink): Promise<BankPaymentState> =>
  commitAndAnnounce(deps, async (tx) => {
    const state = await lockPayment(tx, link, deps.clock);
    if (isPayable(state)) await refuse(tx, link.paymentId, deps.clock.now());
    return state;
  });

/** The customer returns without paying: sends a webhook, changes nothing else. */
const abandonPayment = (deps: BankDeps, link: BankLink): Promise<BankPaymentState> =>
  commitAndAnnounce(deps, async (tx) => {
    const state = await lockPayment(tx, link, deps.clock);
    if (isPayable(state)) await announce(tx, { kind: 'abandoned', paymentId: link.paymentId }, deps.clock.now());
    return state;
  });

/** Stores an unknown payment as cancelled, so that its link is invalid when it is opened. */
const cancel = ({ db, clock }: BankDeps, paymentId: string): Promise<BankState> =>
  transaction(db, async (tx) => {
    const row = await queries.openPayment(tx, { paymentId, state: 'cancelled', expiresAt: null, at: clock.now(), reason: null });
    if (row.state === 'paid') return getState(tx, row, clock);
    await queries.setState(tx, paymentId, 'cancelled');
    return { state: 'cancelled' };
  });

/** Under the charge's row lock; returns the reason of a permanent failure. */
const refund = (deps: BankDeps, request: RefundRequest): Promise<{ readonly reference: string } | { readonly refused: string }> =>
  commitAndAnnounce(deps, async (tx) => {
    const { refundId, amount, currency, paymentId } = request;
    const charge = await queries.lockBankCharge(tx, request.reference);
    if (!charge || charge.paymentId !== paymentId || charge.currency !== currency) return { refused: 'there is no such charge' };
    if (charge.dispute) return { refused: 'the charge is disputed' };
    const refunds = await queries.findBankRefunds(tx, charge.reference);
    const same = refunds.find((each) => each.refundId === refundId);
    if (same) return same.amount === amount ? { reference: same.reference } : { refused: 'this refund was of another amount' };
    const refunded = refunds.reduce((sum, each) => sum + each.amount, 0);
    if (refunded + amount > charge.amount) return { refused: 'more than was charged and not yet given back' };
    const now = deps.clock.now();
    const made = { refundId, reference: createReference('re'), charge: charge.reference, amount, at: now };
    if (!(await queries.insertBankRefund(tx, made))) return { refused: 'this refund was of another charge' };
    await announce(tx, { kind: 'refunded', paymentId, reference: made.reference, amount, currency }, now);
    return { reference: made.reference };
  });

/** Sends the webhook after the commit. */
async function commitAndAnnounce<Made>({ db, wakeWebhooks }: BankDeps, work: (tx: DbClient) => Promise<Made>): Promise<Made> {
  const made = await transaction(db, work);
  wakeWebhooks();
  return made;
}

/**
 * Status of a link's payment; inside a transaction it is locked. Uses the time after the lock was acquired.
 */
async function lockPayment(tx: DbClient, { paymentId, expiresAt }: BankLink, clock: Clock): Promise<BankPaymentState> {
  const row = await queries.openPayment(tx, { paymentId, expiresAt, state: 'open', at: clock.now(), reason: null });
  return getCurrentState(row, expiresAt, clock.now());
}

async function announce(
  tx: DbClient,
  event: Event,
  now: Date,
  { times, afterSeconds }: { readonly times: number; readonly afterSeconds: number } = news.success,
): Promise<void> {
  const body = JSON.stringify({ eventId: createReference('ev'), at: now.toISOString(), ...event });
  const dueAt = new Date(now.getTime() + afterSeconds * 1_000);
  if (times > 0) await queries.insertWebhooks(tx, Array(times).fill({ paymentId: event.paymentId, body, madeAt: now, dueAt }));
}

async function getState(from: DbClient, row: queries.BankPaymentRow | undefined, clock: Clock): Promise<BankState> {
  if (!row) return { state: 'unknown' };
  const charge = row.state === 'paid' ? await queries.findBankCharge(from, row.paymentId) : undefined;
  // A charge with a late notice is in progress until then.
  if (charge && (await queries.isNoticePending(from, row.paymentId, clock.now()))) return { state: 'processing' };
  if (charge) {
    const { paymentId, reference, amount, currency, at } = charge;
    const kept = await queries.findMeansOfPayment(from, paymentId);
    const means = kept && describeMeans(kept);
    return { state: 'paid', at: at.toISOString(), charge: { paymentId, reference, amount, currency, means } };
  }
  const state = getCurrentState(row, row.expiresAt, clock.now());
  if (state === 'paid') throw new Error('sandbox bank: paid payment has no charge');
  return state === 'declined' && row.reason ? { state, why: row.reason } : { state };
}

function getCurrentState({ state }: queries.BankPaymentRow, expiresAt: Date | null, now: Date): BankPaymentState {
  const isOver = expiresAt !== null && now >= expiresAt;
  return isOver && isPayable(state) ? 'expired' : state;
}

const createReference = (kind: 'ch' | 're' | 'ev' | 'dp' | 'pm' | 'cu'): string => `${kind}_${randomBytes(12).toString('hex')}`;
