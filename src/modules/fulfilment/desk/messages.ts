// Messages between customer and desk about a piece, and internal notes. A question can pause the clock; the
// answer resumes it.

import type { Locale } from '#lib/locale.ts';
import { normalizeEmail } from '#lib/people/email.ts';
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findMailRecipient, lockAgainstErasure } from '#modules/accounts/actions.ts';
import type { HandedFile } from '#modules/files/actions.ts';
import { insertClaimedFiles } from '#modules/files/queries.ts';
import { findWork, type PieceContext, setPiece } from '#modules/orders/pieces/queries-work.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { takePoints } from '#platform/limits/limits.ts';
import { markChanged, ofDesk } from '#platform/live/changes.ts';
import { newId } from '#platform/new-id.ts';
import { type FulfilmentDeps, lockPiece, toWorkResult } from '../deps.ts';
import { mailPieceMessage } from '../mails.ts';
import * as queries from '../queries.ts';
import { findStop, isLive, resumeClock, stopClock } from '../rules.ts';
import type { CustomerMessage } from '../shapes.ts';
import type { Note, Say, WorkResult } from './shapes.ts';

const messages = {
  closed: /*i18n*/ { id: 'piece.closed', message: 'This order has ended. Write to us with the contact form.' },
  many: /*i18n*/ { id: 'piece.manyMessages', message: 'This conversation is full. Continue with the contact form.' },
} as const satisfies Record<string, Message>;

/** `waits`: the clock pauses until the customer answers. */
export async function sendDeskMessage(
  deps: FulfilmentDeps,
  tx: DbClient,
  by: Operator,
  { pieceId, text, waits }: Say,
): Promise<WorkResult> {
  const now = deps.ctx.clock.now();
  const work = await lockPiece(tx, pieceId);
  if (!isLive(work)) throw new UserError(400, { '': [messages.closed] });
  const stop = waits ? findStop(work, now) : undefined;
  if (stop) throw new UserError(400, { waits: [stop] });
  const place = await getNextPlace(tx, pieceId);
  const { accountId } = work.order;
  const id = newId(now, place);
  await queries.insertPieceMessage(tx, { id, pieceId, accountId, byId: by.id, byName: by.name, text, waits, at: now });
  const after = { unansweredSince: null, ...(waits ? stopClock(work.piece, now, deps.ctx.calendar()) : {}) };
  await setPiece(tx, accountId, pieceId, after);
  await mailPieceMessage(deps, tx, work, { text, waits });
  return toWorkResult(work, after);
}

export async function addPieceNote(
  { ctx, reactions }: FulfilmentDeps,
  tx: DbClient,
  by: Operator,
  { pieceId, text, mentions }: Note,
): Promise<WorkResult> {
  const now = ctx.clock.now();
  const work = await findWork(tx, pieceId);
  if (!work) throw new UserError(404);
  const id = newId(now);
  await queries.insertNote(tx, { id, pieceId, accountId: work.order.accountId, byId: by.id, byName: by.name, text, mentions, at: now });
  const to = mentions.flatMap((each) => (each.id === by.id ? [] : [each.id]));
  for (const react of reactions['fulfilment.mentioned']) await react(tx, { noteId: id, pieceId, to, at: now });
  markChanged(tx, ofDesk, 'queue');
  return toWorkResult(work, mentions.length > 0 ? { mentions: mentions.map(({ name }) => name) } : {});
}

/** The customer's answer. */
export async function answerPieceMessage(deps: FulfilmentDeps, accountId: string, { pieceId, text }: CustomerMessage): Promise<void> {
  const { ctx } = deps;
  await takePoints(ctx, [{ limit: 'message.account', of: accountId }]);
  await transaction(ctx.db, async (tx) => {
    await refuseOthers(tx, accountId, pieceId);
    const work = await lockPiece(tx, pieceId);
    if (!isLive(work)) throw new UserError(400, { '': [messages.closed] });
    await insertAnswer(deps, tx, work, { place: await getNextPlace(tx, pieceId), text });
  });
}

export type GuestComment = { readonly orderId: string; readonly pieceId: string; readonly name: string; readonly text: string };

/** A comment by the link of a shared order. It answers no question of the desk. */
export async function addComment(
  deps: FulfilmentDeps,
  tx: DbClient,
  { orderId, pieceId, name: byName, text }: GuestComment,
): Promise<void> {
  const now = deps.ctx.clock.now();
  if ((await findWork(tx, pieceId))?.order.id !== orderId) throw new UserError(404);
  const work = await lockPiece(tx, pieceId);
  if (!isLive(work)) throw new UserError(400, { '': [messages.closed] });
  const { accountId } = work.order;
  const id = newId(now, await getNextPlace(tx, pieceId));
  await queries.insertPieceMessage(tx, { id, pieceId, accountId, byId: null, byName, text, waits: false, at: now });
  await setPiece(tx, accountId, pieceId, { unansweredSince: work.piece.unansweredSince ?? now });
}

export type MailedAnswer = {
  readonly pieceId: string;
  readonly from: string;
  readonly toText: (locale: Locale) => string;
  /** Stored under their ids. */
  readonly files: readonly HandedFile[];
};
/** Answered by its customer after it had ended. */
export type EndedOrder = { readonly accountId: string; readonly order: { readonly id: string; readonly number: string } };

/**
 * An answer to a mail about the piece, known by its reply address. Not written for a piece that has ended or
 * an account that is erased.
 */
export async function answerByMail(
  deps: FulfilmentDeps,
  tx: DbClient,
  { pieceId, from, toText, files }: MailedAnswer,
): Promise<'written' | EndedOrder | undefined> {
  const accountId = (await findWork(tx, pieceId))?.order.accountId;
  if (!accountId || !(await lockAgainstErasure(tx, accountId))) return undefined;
  const person = await findMailRecipient(tx, accountId);
  const isTheirs = person !== undefined && normalizeEmail(person.email) === normalizeEmail(from);
  const work = await lockPiece(tx, pieceId);
  const place = await queries.countMessages(tx, pieceId);
  const { id, number, purchaseId } = work.order;
  if (!isLive(work) || place >= queries.MAX_MESSAGES) return isTheirs ? { accountId, order: { id, number } } : undefined;
  await insertClaimedFiles(tx, { accountId, purchaseId, now: deps.ctx.clock.now() }, files);
  await insertAnswer(deps, tx, work, {
    place,
    text: toText(work.purchase.locale),
    fromEmail: isTheirs ? null : from,
    files: files.map((file) => file.id),
  });
  return 'written';
}

type Answer = { readonly place: number; readonly text: string; readonly fromEmail?: string | null; readonly files?: readonly string[] };

/** The caller holds the piece's lock. */
async function insertAnswer({ ctx }: FulfilmentDeps, tx: DbClient, { piece, order }: PieceContext, { place, ...answer }: Answer) {
  const now = ctx.clock.now();
  const row = { id: newId(now, place), pieceId: piece.id, accountId: order.accountId, byId: null, byName: null, waits: false, at: now };
  await queries.insertPieceMessage(tx, { ...row, ...answer });
  await setPiece(tx, order.accountId, piece.id, {
    unansweredSince: piece.unansweredSince ?? now,
    ...resumeClock(piece, now, ctx.calendar()),
  });
}

/** 404 for another account's piece, before its lock is taken. */
export async function refuseOthers(from: DbClient, accountId: string, pieceId: string): Promise<PieceContext> {
  const work = await findWork(from, pieceId);
  if (work?.order.accountId !== accountId) throw new UserError(404);
  return work;
}

/** Messages of the same millisecond keep their order. The caller holds the piece's lock. */
async function getNextPlace(tx: DbClient, pieceId: string): Promise<number> {
  const place = await queries.countMessages(tx, pieceId);
  if (place >= queries.MAX_MESSAGES) throw new UserError(400, { '': [messages.many] });
  return place;
}
