// Posts messages to chat webhooks, and notes the outcome at the webhook.
import { SpanKind } from '@opentelemetry/api';
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import type { Cipher } from '#platform/identity/encryption.ts';
import { NoAnswer, postJson } from '#platform/outgoing/post-json.ts';
import { runInSpan } from '#platform/telemetry/in-span.ts';
import { PermanentJobError } from '../../../jobs.ts';
import { describeNotice, type LineDeps } from '../lines.ts';
import { listNoticeSubjects } from '../queries.ts';
import { composeNoticeText } from '../rules.ts';
import { createChatBody } from './chat-text.ts';
import * as queries from './queries.ts';

export type ChatDeps = LineDeps & { readonly chatCipher: Cipher };

/** Null: the chat accepted the message. */
export type ChatOutcome = { readonly status: number | null; readonly error: string | null };

/**
 * If the process crashes between the post and the note, the message is posted again with the same key, which
 * Slack and Discord do not read.
 */
export async function sendChat(deps: ChatDeps, id: string, signal: AbortSignal): Promise<void> {
  const { ctx, chatCipher } = deps;
  const webhook = await queries.startChatAttempt(ctx.db.orm, id);
  if (!webhook) return;
  const subjects = await listNoticeSubjects(ctx.db.orm, { messageId: id });
  // All older than the shop keeps them.
  if (subjects.length === 0) return queries.setChatSent(ctx.db.orm, id, ctx.clock.now());
  const text = composeNoticeText(subjects.map((subject) => describeNotice(deps, subject, webhook.timeZone ?? undefined)));
  const body = createChatBody(webhook.kind, text, `${ctx.config.deskUrl}/`);
  const { isPermanent, ...outcome } = await postChatMessage(ctx, chatCipher.open(webhook.address, webhook.id), body, { id, signal });
  // The stop of the process says nothing about the chat.
  if (outcome.error !== null && signal.aborted) throw new Error('the process stopped during the request');
  const isThere = await transaction(ctx.db, async (tx) => {
    if (outcome.error === null) await queries.setChatSent(tx, id, ctx.clock.now());
    return recordOutcome(ctx, tx, webhook.id, outcome);
  });
  // A webhook that was removed meanwhile is no failure.
  if (outcome.error === null || !isThere) return;
  throw isPermanent ? new PermanentJobError(outcome.error) : new Error(outcome.error);
}

/** False if the webhook was removed. */
export function recordOutcome(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Parameters<typeof queries.setChatWebhook>[0],
  webhookId: string,
  { status, error }: ChatOutcome,
): Promise<boolean> {
  return queries.setChatWebhook(tx, webhookId, { triedAt: clock.now(), status, error });
}

/** Statuses after which another try may succeed: time-outs, limits and failures of the chat program. */
const isTemporary = (status: number): boolean => status === 408 || status === 429 || status >= 500;

export async function postChatMessage(
  { config }: Pick<AppContext, 'config'>,
  address: string,
  body: object,
  { id, signal }: { readonly id?: string; readonly signal?: AbortSignal } = {},
): Promise<ChatOutcome & { readonly isPermanent: boolean }> {
  const outgoing = { isPrivateAllowed: !config.production, ...(signal ? { signal } : {}), ...(id ? { idempotencyKey: id } : {}) };
  try {
    const status = await runInSpan('chat send', { kind: SpanKind.CLIENT }, () => postJson(address, body, outgoing));
    if (status >= 200 && status < 300) return { status, error: null, isPermanent: false };
    return { status, error: `The chat program answered with status ${status}.`, isPermanent: !isTemporary(status) };
  } catch (cause) {
    if (cause instanceof NoAnswer) return { status: null, error: cause.message, isPermanent: cause.isPermanent };
    throw cause;
  }
}
