// Endpoints of webhooks: added, listed, removed and delivered to again, by programs with a key and at the
// desk.
import { isIP } from 'node:net';
import { isHttpsAddress } from '#lib/https-address.ts';
import { toIsoOrNull } from '#lib/time/date.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { lockAgainstErasure } from '#modules/accounts/actions.ts';
import type { ShopEvent } from '#modules/events/queries.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { Cipher } from '#platform/identity/encryption.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { newId } from '#platform/new-id.ts';
import { isPublicAddress } from '#platform/outgoing/public-address.ts';
import * as queries from './queries.ts';
import { toMessageName } from './rules.ts';
import { type AddedWebhook, type AddWebhook, type Redeliver, urlMessage, type Webhook, type WebhookMessage } from './shapes.ts';
import { createSigningKeys } from './sign.ts';

const MAX_ENDPOINTS = 20;

const messages = {
  most: /*i18n*/ { id: 'webhook.most', message: 'There are {count} webhooks, the maximum. Remove one first.' },
} as const satisfies Record<string, Message>;

export type WebhookDeps = { readonly ctx: AppContext; readonly webhookCipher: Cipher };

const SEND_JOB_KEY = 'webhooks.soon';
/** The job that sends what is due, at once if it waits. */
export const sendSoon = (tx: DbClient, delayMs = 0): Promise<void> => enqueue(tx, 'webhooks.send', {}, { key: SEND_JOB_KEY, delayMs });

/** `accountId`: whose events it gets; null: those of the whole shop. */
export async function addWebhook(
  { ctx, webhookCipher }: WebhookDeps,
  tx: DbClient,
  accountId: string | null,
  { url, events, snapshot }: AddWebhook,
): Promise<AddedWebhook> {
  checkUrl(ctx, url);
  if (accountId !== null) await lockAgainstErasure(tx, accountId);
  if ((await queries.lockEndpoints(tx, accountId)) >= MAX_ENDPOINTS)
    throw new UserError(400, { '': [{ ...messages.most, values: { count: MAX_ENDPOINTS } }] });
  const createdAt = ctx.clock.now();
  const id = newId(createdAt);
  const { secret, publicKey, stored } = createSigningKeys();
  await queries.insertEndpoint(tx, {
    ...{ id, accountId, url, events, snapshot, publicKey, createdAt },
    signingKeys: webhookCipher.seal(stored, id),
  });
  await sendSoon(tx);
  return { id, secret, publicKey };
}

/** Hosts of WEBHOOK_HOSTS may be on this machine and without TLS; production has none. */
export const isPrivateHost = ({ config }: Pick<AppContext, 'config'>, url: string): boolean =>
  config.webhookHosts.includes(new URL(url).hostname);

/** Where a name leads is checked at each try, because names move. */
function checkUrl(ctx: AppContext, url: string): void {
  const refuse = () => new UserError(400, { url: [urlMessage] });
  if (!URL.canParse(url)) throw refuse();
  const { protocol, hostname, username, password } = new URL(url);
  if (isPrivateHost(ctx, url)) {
    if (!['http:', 'https:'].includes(protocol) || username !== '' || password !== '') throw refuse();
    return;
  }
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (
    !(isHttpsAddress(url) || (protocol === 'https:' && isIP(host) === 6 && username === '')) ||
    (isIP(host) !== 0 && !isPublicAddress(host))
  )
    throw refuse();
}

const viewWebhook = (row: queries.EndpointRow): Webhook => {
  const { id, url, events, snapshot, publicKey, createdAt, isOn, failingSince, disabledAt, disabledBecause } = row;
  return {
    ...{ id, url, events: [...events], snapshot, publicKey, createdAt: createdAt.toISOString(), isOn },
    ...{ failingSince: toIsoOrNull(failingSince), disabledAt: toIsoOrNull(disabledAt), disabledBecause },
  };
};

/** Returns one row more than asked for, if there are more. */
export const listWebhooks = async ({ db }: AppContext, accountId: string | null, page: { limit: number; after?: string | undefined }) =>
  (await queries.listEndpoints(db.orm, accountId, { ...page, limit: page.limit + 1 })).map(viewWebhook);

/** Its row before. */
export async function removeWebhook(tx: DbClient, id: string, accountId: string | null): Promise<queries.EndpointRow> {
  const before = await queries.lockEndpoint(tx, id, accountId);
  if (!before) throw new UserError(404);
  await queries.deleteEndpoint(tx, id);
  return before;
}

/** Turns the endpoint on again, and sends what did not arrive, or one message once more. */
export async function redeliver(
  { clock }: AppContext,
  tx: DbClient,
  accountId: string | null,
  { id, messageId }: Redeliver,
): Promise<{ queued: number }> {
  const endpoint = await queries.lockEndpoint(tx, id, accountId);
  if (!endpoint) throw new UserError(404);
  const queued = await queries.retryMessages(tx, id, clock.now(), messageId === undefined ? undefined : fromMessageName(messageId));
  if (messageId !== undefined && queued === 0) throw new UserError(404);
  await queries.setEndpoint(tx, id, { isOn: true, failingSince: null });
  await sendSoon(tx);
  return { queued };
}

const fromMessageName = (name: string): string => name.slice('msg_'.length).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The log of an endpoint. Returns one message more than asked for, if there are more. */
export async function listWebhookMessages(
  { db }: AppContext,
  accountId: string | null,
  { id, limit, after }: { readonly id: string; readonly limit: number; readonly after?: string | undefined },
): Promise<WebhookMessage[]> {
  const [endpoint] = await queries.findEndpoints(db.orm, [id]);
  if (endpoint?.accountId !== accountId) throw new UserError(404);
  const rows = await queries.listMessages(db.orm, id, {
    limit: limit + 1,
    after: after === undefined ? undefined : fromMessageName(after),
  });
  const attempts = Map.groupBy(
    await queries.listAttempts(
      db.orm,
      rows.map(({ id: messageId }) => messageId),
    ),
    ({ messageId }) => messageId,
  );
  return rows.map((row) => ({
    ...{ id: toMessageName(row.id), eventId: String(row.eventId), type: row.type, body: row.body, createdAt: row.createdAt.toISOString() },
    ...{ arrivedAt: toIsoOrNull(row.arrivedAt), nextAt: toIsoOrNull(row.nextAt) },
    attempts: (attempts.get(row.id) ?? []).map(({ at, milliseconds, status, error, answer }) => ({
      ...{ at: at.toISOString(), milliseconds, status, error, answer },
    })),
  }));
}

/** The message of an event for an endpoint; the body of one with a snapshot is made before its first try. */
export const toMessage = ({ id: endpointId, snapshot }: queries.EndpointRow, event: ShopEvent, now: Date): queries.MessageRow => ({
  ...{ id: newId(now), endpointId, eventId: event.id, type: event.type, body: snapshot ? null : toBody(event) },
  ...{ createdAt: now, attempts: 0, nextAt: now, arrivedAt: null },
});

export const toBody = ({ type, happenedAt, subjectId: id }: ShopEvent, more: { readonly object?: object | null } = {}): string =>
  JSON.stringify({ type, timestamp: happenedAt.toISOString(), data: { id, ...more } });

/** What an automation sends to an endpoint of the shop, whatever that has chosen. False if it was removed. */
export async function postToWebhook(tx: DbClient, endpointId: string, event: ShopEvent, now: Date): Promise<boolean> {
  const endpoint = await queries.lockEndpoint(tx, endpointId, null);
  if (!endpoint) return false;
  await queries.insertMessages(tx, [toMessage(endpoint, event, now)]);
  await sendSoon(tx);
  return true;
}

/** Endpoints of the shop, by their addresses. */
export const listWebhookNames = async (from: DbClient) =>
  (await queries.listEndpoints(from, null, { limit: MAX_ENDPOINTS })).map(({ id, url }) => ({ id, name: new URL(url).host }));
