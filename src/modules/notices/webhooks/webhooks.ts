// Chat webhooks of the shop: list, add, change, remove, test. The address is a secret: it is stored encrypted
// and never shown again.

import { isHttpsAddress } from '#lib/https-address.ts';
import { toIsoOrNull } from '#lib/time/date.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { Done, OperatorSession } from '#modules/staff/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { restartJob } from '#platform/jobs/admin.ts';
import { takePoints } from '#platform/limits/limits.ts';
import { newId } from '#platform/new-id.ts';
import { dropRecipient, insertAddressed } from '../queries.ts';
import { toQuietColumns, toQuietHours } from '../rules.ts';
import type { AddChatWebhook, ChangeChatWebhook, ChatWebhooks } from '../shapes.ts';
import { findChatKind } from '../shapes-events.ts';
import { testBody } from './chat-text.ts';
import * as queries from './queries.ts';
import { type ChatDeps, type ChatOutcome, postChatMessage, recordOutcome } from './send-chat.ts';

const MAX_WEBHOOKS = 20;
const HINT_CHARS = 4;

const messages = {
  address: /*i18n*/ { id: 'desk.chatWebhook.address', message: 'Enter the webhook’s whole address, beginning with https://.' },
  most: /*i18n*/ { id: 'desk.chatWebhook.most', message: 'The shop has {count} chat webhooks, the maximum. Remove one first.' },
} as const satisfies Record<string, Message>;

export type WebhookDeps = ChatDeps & { readonly brand: () => string };

export async function readChatWebhooks({ ctx: { db } }: WebhookDeps): Promise<ChatWebhooks> {
  const [rows, waiting] = [await queries.listChatWebhooks(db.orm), await queries.countWaitingByWebhook(db.orm)];
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    hint: row.hint,
    events: [...row.events],
    quiet: toQuietHours(row),
    triedAt: toIsoOrNull(row.triedAt),
    status: row.status,
    error: row.error,
    waiting: waiting.get(row.id) ?? 0,
  }));
}

export async function addChatWebhook(deps: WebhookDeps, tx: DbClient, request: AddChatWebhook): Promise<Done> {
  const { ctx, chatCipher } = deps;
  const { name, events, quiet } = request;
  const address = checkAddress(deps, request.address);
  const now = ctx.clock.now();
  const id = newId(now);
  if ((await queries.lockChatWebhooks(tx)) >= MAX_WEBHOOKS)
    throw new UserError(400, { '': [{ ...messages.most, values: { count: MAX_WEBHOOKS } }] });
  const kind = findChatKind(address) ?? request.kind;
  const stored = { address: chatCipher.seal(address, id), hint: formatHint(address), kind };
  await queries.insertChatWebhook(tx, { id, name, events, ...stored, ...toQuietColumns(quiet), createdAt: now });
  return { entries: [{ id, after: { name, events } }] };
}

type ChatPost = {
  /** The same for a repeated post. */
  readonly key: string;
  readonly text: string;
  readonly orderId: string | null;
  readonly pieceId: string | null;
  readonly ticketNumber: string | null;
  readonly happenedAt: Date;
};

/** What an automation posts, with the next message to this chat. False if the webhook was removed. */
export async function postToChat(tx: DbClient, webhookId: string, { key, ...post }: ChatPost): Promise<boolean> {
  if (!(await queries.findChatWebhook(tx, webhookId))) return false;
  await insertAddressed(tx, { ...post, event: 'automation', key: `${key} ${webhookId}` }, webhookId);
  return true;
}

export const listChatNames = async (of: DbClient) => (await queries.listChatWebhooks(of)).map(({ id, name }) => ({ id, name }));

/**
 * Without an address, the stored one stays. A message that could not be sent is tried again, because the
 * change may have been the remedy.
 */
export async function changeChatWebhook(deps: WebhookDeps, tx: DbClient, request: ChangeChatWebhook): Promise<Done> {
  const { chatCipher } = deps;
  const { id, name, events, quiet } = request;
  const address = request.address === undefined ? undefined : checkAddress(deps, request.address);
  const before = await queries.lockChatWebhook(tx, id);
  if (!before) throw new UserError(404);
  const kind = findChatKind(address ?? chatCipher.open(before.address, id)) ?? request.kind;
  const moved =
    address === undefined
      ? {}
      : { address: chatCipher.seal(address, id), hint: formatHint(address), triedAt: null, status: null, error: null };
  await queries.setChatWebhook(tx, id, { name, events, kind, ...moved, ...toQuietColumns(quiet) });
  await retryChat(tx, id);
  const after = { name, events, hasNewAddress: address !== undefined };
  return { entries: [{ id, before: { name: before.name, events: before.events }, after }] };
}

export async function removeChatWebhook(tx: DbClient, id: string): Promise<Done> {
  const before = await queries.lockChatWebhook(tx, id);
  if (!before) throw new UserError(404);
  // The job of an unsent message finds nothing and ends, also if it was given up.
  await retryChat(tx, id);
  await dropRecipient(tx, id);
  await queries.deleteChatWebhook(tx, id);
  return { entries: [{ id, before: { name: before.name } }] };
}

/**
 * Posts a test message while the operator waits. If it arrives, so may the message that could not be sent.
 */
export async function testChatWebhook(deps: WebhookDeps, { operator: by }: OperatorSession, id: string): Promise<ChatOutcome> {
  const { ctx, chatCipher, brand } = deps;
  await takePoints(ctx, [{ limit: 'desk.chatTest', of: by.id }]);
  const webhook = await queries.findChatWebhook(ctx.db.orm, id);
  if (!webhook) throw new UserError(404);
  const body = testBody(webhook.kind, brand(), `${ctx.config.deskUrl}/`);
  const { status, error } = await postChatMessage(ctx, chatCipher.open(webhook.address, id), body);
  await transaction(ctx.db, async (tx) => {
    await recordOutcome(ctx, tx, id, { status, error });
    if (error === null) await retryChat(tx, id);
  });
  return { status, error };
}

async function retryChat(tx: DbClient, webhookId: string): Promise<void> {
  const unsent = await queries.findUnsentChat(tx, webhookId);
  if (unsent !== undefined) await restartJob(tx, 'desk.sendChat', queries.getChatJobKey(unsent));
}

/**
 * Outside production an address may be on this machine. Where it leads is checked when a message is sent,
 * because names move.
 */
function checkAddress({ ctx: { config } }: WebhookDeps, address: string): string {
  const isAllowed = isHttpsAddress(address) || (!config.production && /^https?:\/\/[^@]+$/.test(address) && URL.canParse(address));
  if (!isAllowed) throw new UserError(400, { address: [messages.address] });
  return address;
}

/** "hooks.slack.com/…a1b2": enough to tell two webhooks of one host apart. */
const formatHint = (address: string): string => `${new URL(address).host}/…${address.slice(-HINT_CHARS)}`;
