// Orders and deposits without a response yet. Each is stored with its idempotency key and a hash of its
// content, so that sending the same cart again, after a reload, a crash or from another tab, is the same
// purchase.
import { msg } from '@lingui/core/macro';
import type { Output, Sent } from '../../api.ts';
import { getItem, setItemOrRemember } from '../browser/storage.ts';
import { ApiError, NETWORK_ERROR, NoResponseError, toApiError } from './api-error.ts';
import { type CallOptions, call, throwNetworkError } from './client.ts';
import { ATTEMPTS, notifyAttemptsChange } from './pending-requests-changed.ts';
import { getAccessToken } from './session.ts';

const calls = { order: 'POST /api/orders', deposit: 'POST /api/balance/deposit' } as const;
type Calls = typeof calls;
export type AttemptKind = keyof Calls;

export type Attempt = {
  readonly kind: AttemptKind;
  /** Idempotency keys belong to an account. */
  readonly accountId: string;
  readonly key: string;
  readonly hash: string;
  /** Hashes of the cart lines it orders. */
  readonly lines: readonly string[];
  /** When it was last sent, in milliseconds since 1970. */
  readonly sentAt: number;
  /** The page that sent it knows that no response will come. */
  readonly isLost: boolean;
};

/** As long as the server stores a key. */
const KEY_MS = 24 * 60 * 60 * 1000;
/** A request cannot arrive later: server and page both time out after 30 s. */
const MAX_ARRIVAL_MS = 60_000;

const noAnswer = { order: msg`Your order isn’t confirmed yet.`, deposit: msg`Your deposit isn’t confirmed yet.` } as const;
const wentThrough = {
  order: msg`Your last order went through, so nothing new was ordered. It is in your order history. To order this as well, order once more.`,
  deposit: msg`Your last deposit was already started, so no new one was. To add these funds as well, deposit once more.`,
} as const;
const undecidedMessages = {
  order: msg`Your last order is still being processed. Nothing new was ordered. Try again in a minute.`,
  deposit: msg`Your last deposit is still being processed. No new one was started. Try again in a minute.`,
} as const;

/** Keys of requests sent by this page without a response yet. */
const inFlight = new Set<string>();

type PendingRequest<K extends AttemptKind> = {
  readonly kind: K;
  readonly sent: Sent<Calls[K]>;
  readonly lines?: readonly object[];
  /** Last check while the lock is held. Throws if the request must not be sent. */
  readonly check?: () => void;
};

/** Call `settle` when the response has been handled completely. */
export type AttemptAnswer<K extends AttemptKind> = { readonly answer: Output<Calls[K]>; readonly settle: () => void };

export async function sendOnce<K extends AttemptKind>(request: PendingRequest<K>, options: CallOptions): Promise<AttemptAnswer<K>> {
  const { kind, sent } = request;
  // Offline: nothing is sent, so nothing can arrive.
  if (!navigator.onLine) throwNetworkError();
  const { attempt, isNew } = await claimAttempt(request);
  const { key } = attempt;
  try {
    const answer = await call(calls[kind], sent, { ...options, idempotencyKey: key });
    return { answer, settle: () => removeAttempt(key) };
  } catch (cause) {
    const refused = options.signal?.aborted ? toApiError(NETWORK_ERROR, '') : cause;
    if (!(refused instanceof ApiError)) throw cause;
    const { status, general, requestId } = refused;
    if (status === NETWORK_ERROR || status >= 500) {
      markAnswerLost(key);
      throw new NoResponseError(status, status === NETWORK_ERROR ? noAnswer[kind] : general, {}, { requestId });
    }
    // The server looks up the key before it rejects with 400, but not for a rate limit or an expired token.
    if (status === 400 || isNew) removeAttempt(key);
    throw refused;
  } finally {
    inFlight.delete(key);
  }
}

/** An unanswered attempt with the same content, or a new one if no other is unanswered. */
const claimAttempt = <K extends AttemptKind>({
  kind,
  sent,
  lines = [],
  check,
}: PendingRequest<K>): Promise<{ attempt: Attempt; isNew: boolean }> =>
  runInOneTab(async () => {
    check?.();
    const accountId = parseAccountId(getAccessToken());
    const hash = await requestHash(sent);
    const others = listAttempts(kind);
    const same = others.find((each) => each.hash === hash);
    if (!same) for (const other of others) await resolve(other);
    const attempt: Attempt = {
      ...(same ?? { kind, accountId, hash, key: createRandomKey(), lines: await Promise.all(lines.map(requestHash)) }),
      sentAt: Date.now(),
      isLost: false,
    };
    inFlight.add(attempt.key);
    change((all) => [...all.filter(({ key }) => key !== attempt.key), attempt]);
    return { attempt, isNew: !same };
  });

/** Runs in one tab at a time. Browsers have no locks in insecure contexts. */
const runInOneTab = <T>(work: () => Promise<T>): Promise<T> => ('locks' in navigator ? navigator.locks.request('attempts', work) : work());

/** Throws unless it is certain that the attempt had no effect. */
async function resolve({ kind, key, sentAt }: Attempt): Promise<void> {
  if (inFlight.has(key)) throw new ApiError(400, undecidedMessages[kind]);
  const { purchaseId, depositId } = await call('GET /api/payments/attempt', { key });
  if (purchaseId ?? depositId) {
    markAnswerLost(key);
    throw new ApiError(400, wentThrough[kind]);
  }
  if (mayArrive(sentAt)) throw new ApiError(400, undecidedMessages[kind]);
  removeAttempt(key);
}

export const mayArrive = (sentAt: number): boolean => Math.abs(Date.now() - sentAt) < MAX_ARRIVAL_MS;

/** Unanswered attempts of this kind and account, oldest first. */
function listAttempts(kind: AttemptKind): readonly Attempt[] {
  const accountId = parseAccountId(getAccessToken());
  return readAttempts().filter((each) => each.kind === kind && each.accountId === accountId);
}

/** The attempt whose response is lost: its page gave it up or was closed. */
export const findUnanswered = (kind: AttemptKind): Attempt | undefined =>
  listAttempts(kind).find(({ key, isLost, sentAt }) => !inFlight.has(key) && (isLost || foundAtStart.has(key) || !mayArrive(sentAt)));

const markAnswerLost = (key: string): void => change((all) => all.map((each) => (each.key === key ? { ...each, isLost: true } : each)));

export const removeAttempt = (key: string): void => change((all) => all.filter((each) => each.key !== key));

function change(next: (all: readonly Attempt[]) => readonly Attempt[]): void {
  const all = next(readAttempts());
  setItemOrRemember(ATTEMPTS, all.length > 0 ? JSON.stringify(all) : null);
  notifyAttemptsChange();
}

/** The storage may contain anything. */
function readAttempts(): readonly Attempt[] {
  try {
    const stored: unknown = JSON.parse(getItem(ATTEMPTS) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isAttempt) : [];
  } catch {
    return [];
  }
}

function isAttempt(stored: unknown): stored is Attempt {
  const { kind, accountId, key, hash, lines, sentAt } = (stored ?? {}) as Partial<Attempt>;
  return (
    (kind === 'order' || kind === 'deposit') &&
    [accountId, key, hash].every((each) => typeof each === 'string') &&
    Array.isArray(lines) &&
    typeof sentAt === 'number' &&
    Math.abs(Date.now() - sentAt) < KEY_MS
  );
}

/** Left by a reload or a crash, or still in flight in another tab. */
const foundAtStart = new Set(readAttempts().map(({ key }) => key));

export async function requestHash(input: unknown): Promise<string> {
  const text = JSON.stringify(input);
  // crypto.subtle exists only over https and on localhost; elsewhere the text itself is compared.
  const bytes = await crypto.subtle?.digest('SHA-256', new TextEncoder().encode(text));
  return bytes ? toHex(new Uint8Array(bytes)) : text;
}

const createRandomKey = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)));

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Account id of a token; '' without one. */
function parseAccountId(token: string | undefined): string {
  try {
    const [, payload = ''] = (token ?? '').split('.');
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return typeof sub === 'string' ? sub : '';
  } catch {
    return '';
  }
}
