// Sends the messages that are due, many at a time, and stores what came of it. A receiver that is slow or
// fails holds up no other: its tries have a limit of their own, and new messages are found while answers are
// awaited.
import { setTimeout as pause } from 'node:timers/promises';
import { type Message, UserError } from '#lib/user-error.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { findEvents, listEvents, type ShopEvent } from '#modules/events/queries.ts';
import { postMail } from '#modules/mail/actions.ts';
import { listOperators } from '#modules/staff/actions.ts';
import { mayDo } from '#modules/staff/shapes-roles.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import { newId } from '#platform/new-id.ts';
import { keepConnections, NoAnswer, postBytes } from '#platform/outgoing/post-json.ts';
import { isPrivateHost, toBody, toMessage, type WebhookDeps } from './actions.ts';
import * as queries from './queries.ts';
import { findDisableReason, getNextTry, isArrived, parseRetryAfter, toMessageName } from './rules.ts';
import { readSigningKeys, type SigningKeys, signMessage } from './sign.ts';

const MAX_SENDING = 256;
const MAX_SENDING_EACH = 64;
const TIMEOUT_SECONDS = 15;
/** Longer than a try takes: what is still open then was lost with its process. */
const LEASE_MS = 30_000;
const ANSWER_BYTES = 4_096;
const EVENTS_AT_ONCE = 1_000;
/** So many ids of one moment are in order. */
const IDS_PER_MILLISECOND = 4_096;
const POLL_MS = 50;
const COLLECT_MS = 2_000;

const agents = keepConnections();

const messages = {
  gone: /*i18n*/ {
    id: 'webhook.gone',
    message: 'The webhook to {url} was turned off, because its receiver answered that it is gone (status 410).',
  },
  failing: /*i18n*/ {
    id: 'webhook.failing',
    message:
      'The webhook to {url} was turned off, because nothing has arrived there for five days. When it works again, deliver what is missing.',
  },
} as const satisfies Record<string, Message>;

export type SendDeps = WebhookDeps & {
  /** Finds what happened in the last seconds. */
  readonly collect: (signal: AbortSignal) => Promise<void>;
  /** The object of an event as API v1 has it. */
  readonly findObject: (event: ShopEvent) => Promise<object | null>;
};

export async function sendWebhooks(deps: SendDeps, signal: AbortSignal): Promise<void> {
  const { ctx } = deps;
  const sending = new Map<string, number>();
  const keys = new Map<string, SigningKeys>();
  let outcomes: Tried[] = [];
  let running = 0;
  for (let collectAt = 0; ; ) {
    if (!signal.aborted && performance.now() >= collectAt) {
      await deps.collect(signal);
      while (!(await transaction(ctx.db, (tx) => queueMessages(deps, tx))) && !signal.aborted);
      collectAt = performance.now() + COLLECT_MS;
    }
    const due = signal.aborted || running >= MAX_SENDING ? [] : await claimMessages(deps, sending, MAX_SENDING - running);
    const endpoints = new Map(
      (await queries.findEndpoints(ctx.db.orm, [...new Set(due.map(({ endpointId }) => endpointId))])).map((row) => [row.id, row]),
    );
    for (const message of due) {
      const endpoint = endpoints.get(message.endpointId);
      if (!endpoint) continue;
      running += 1;
      sending.set(endpoint.id, (sending.get(endpoint.id) ?? 0) + 1);
      void trySending(deps, { endpoint, message, keys, signal }).then((tried) => {
        running -= 1;
        sending.set(endpoint.id, (sending.get(endpoint.id) ?? 1) - 1);
        if (tried) outcomes.push(tried);
      });
    }
    if (running > 0) await pause(due.length > 0 ? 1 : POLL_MS);
    const done = outcomes;
    outcomes = [];
    if (done.length > 0) await transaction(ctx.db, (tx) => storeOutcomes(deps, tx, done));
    else if (running === 0 && due.length === 0) return;
  }
}

const claimMessages = ({ ctx }: SendDeps, sending: ReadonlyMap<string, number>, limit: number) => {
  const now = ctx.clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  return transaction(ctx.db, (tx) => queries.claimDueMessages(tx, sending, { now, leaseUntil, limit, perEndpoint: MAX_SENDING_EACH }));
};

/**
 * True if no more events wait. The events of a moment at which an endpoint did not exist yet are not for it.
 */
async function queueMessages({ ctx }: SendDeps, tx: DbClient): Promise<boolean> {
  const from = await queries.lockCursor(tx);
  const events = await listEvents(tx, { after: from, limit: EVENTS_AT_ONCE });
  const last = events.at(-1);
  if (!last) return true;
  const endpoints = await queries.listEndpointsThatAreOn(tx);
  const now = ctx.clock.now();
  const rows = events.flatMap((event) =>
    endpoints
      .filter(({ accountId, events: chosen, createdAt }) => {
        const isTheirs = accountId === null || accountId === event.accountId;
        return isTheirs && chosen.includes(event.type) && createdAt <= event.happenedAt;
      })
      .map((endpoint) => toMessage(endpoint, event, now)),
  );
  await queries.insertMessages(
    tx,
    rows.map((row, place) => ({ ...row, id: newId(now, place % IDS_PER_MILLISECOND) })),
  );
  await queries.moveCursor(tx, last.id);
  return events.length < EVENTS_AT_ONCE;
}

type Trying = {
  readonly endpoint: queries.EndpointRow;
  readonly message: queries.MessageRow;
  readonly keys: Map<string, SigningKeys>;
  readonly signal: AbortSignal;
};
type Tried = { readonly endpoint: queries.EndpointRow; readonly outcome: queries.Outcome };

/** Undefined if the process stopped meanwhile: then it counts as not made. */
async function trySending(deps: SendDeps, trying: Trying): Promise<Tried | undefined> {
  const { endpoint, message, signal } = trying;
  const at = deps.ctx.clock.now();
  const began = performance.now();
  const { status, error, answer, retryAfter } = await send(deps, trying).catch((cause: Error) => ({
    ...{ status: null, answer: null, retryAfter: undefined },
    error: cause instanceof NoAnswer ? cause.message : 'The message could not be made.',
  }));
  if (status === null && signal.aborted) return undefined;
  const now = deps.ctx.clock.now();
  const hasArrived = isArrived(status);
  const retry = { retryAfterMs: parseRetryAfter(retryAfter, now), random: Math.random() };
  const outcome = {
    ...{ id: newId(at), messageId: message.id, endpointId: endpoint.id, at, status, error, answer },
    milliseconds: Math.round(performance.now() - began),
    arrivedAt: hasArrived ? now : null,
    nextAt: hasArrived ? null : getNextTry(message.attempts + 1, now, retry),
  };
  return { endpoint, outcome };
}

async function send(deps: SendDeps, { endpoint, message, keys, signal }: Trying) {
  const { ctx, webhookCipher } = deps;
  const known = keys.get(endpoint.id) ?? readSigningKeys(webhookCipher.open(endpoint.signingKeys, endpoint.id));
  keys.set(endpoint.id, known);
  const body = message.body ?? (await makeBody(deps, message));
  const answer = await postBytes(endpoint.url, Buffer.from(body), {
    headers: signMessage(known, { name: toMessageName(message.id), body, at: ctx.clock.now() }),
    ...{ isPrivateAllowed: isPrivateHost(ctx, endpoint.url), signal, timeoutSeconds: TIMEOUT_SECONDS, answerBytes: ANSWER_BYTES, agents },
  });
  return { status: answer.status, error: null, answer: answer.text, retryAfter: answer.retryAfter };
}

async function makeBody({ ctx, findObject }: SendDeps, { id, eventId }: queries.MessageRow): Promise<string> {
  const [event] = await findEvents(ctx.db.orm, [eventId]);
  if (!event) throw new NoAnswer('The event was removed before.');
  const object = await findObject(event).catch((cause: unknown) => {
    // It may be gone, as what an erased account had.
    if (cause instanceof UserError) return null;
    throw cause;
  });
  const body = toBody(event, { object });
  await queries.setBody(ctx.db.orm, id, body);
  return body;
}

async function storeOutcomes(deps: SendDeps, tx: DbClient, tried: readonly Tried[]): Promise<void> {
  await queries.storeOutcomes(
    tx,
    tried.map(({ outcome }) => outcome),
  );
  const byEndpoint = Map.groupBy(tried, ({ endpoint }) => endpoint.id);
  const recovered = [...byEndpoint].flatMap(([id, all]) => (all.some(({ outcome }) => outcome.arrivedAt !== null) ? [id] : []));
  if (recovered.length > 0) await queries.setRecovered(tx, recovered);
  for (const [id, all] of byEndpoint) {
    const gone = all.find(({ outcome }) => outcome.status === 410);
    if (recovered.includes(id) && !gone) continue;
    const failed = gone ?? all[0];
    if (failed) await recordFailure(deps, tx, failed);
  }
}

async function recordFailure({ ctx }: SendDeps, tx: DbClient, { endpoint, outcome }: Tried): Promise<void> {
  const [current] = await queries.findEndpoints(tx, [endpoint.id]);
  if (!current) return;
  const now = ctx.clock.now();
  const because = findDisableReason(outcome.status, current.failingSince, now);
  if (current.failingSince === null) await queries.setEndpoint(tx, endpoint.id, { failingSince: outcome.at });
  if (because !== null && (await queries.disableEndpoint(tx, endpoint.id, now, because))) await tellOwner(ctx, tx, endpoint, because);
}

/** The client whose it is, or those who may edit the shop's. */
async function tellOwner(
  ctx: SendDeps['ctx'],
  tx: DbClient,
  { accountId, url }: queries.EndpointRow,
  because: 'gone' | 'failing',
): Promise<void> {
  const message = { ...messages[because], values: { url: new URL(url).host } };
  const client = accountId === null ? undefined : await findMailRecipient(tx, accountId);
  const operators =
    accountId === null ? (await listOperators(tx)).filter((each) => each.joinedAt && !each.endedAt && mayDo(each, 'keys.edit')) : [];
  const readers = [...(client ? [client] : []), ...operators.map(({ name, email }) => ({ name, email, locale: 'en' as const }))];
  for (const { email: to, name, locale } of readers)
    await postMail(ctx, tx, { to, locale, mail: 'shop-message', values: { name, message: translate(message, locale) } });
}
