// Drafts: saved while typing, without overwriting concurrent changes, and checked before delivery.
import { randomUUID } from 'node:crypto';
import { isLargeKind } from '#lib/file-kind.ts';
import { nameLine, toCleanLines } from '#lib/markdown/plain-text.ts';
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findWork, type PieceContext } from '#modules/orders/pieces/queries-work.ts';
import type { DbClient } from '#platform/database/database.ts';
import { createNoRoomError, takeParts } from '#platform/files/ingest-upload.ts';
import { hasAcceptedEnding, refuseKind } from '#platform/files/kind.ts';
import { type SpooledUpload, StoreFull, TooLong } from '#platform/files/upload-spool.ts';
import { UPLOADS_PATH } from '#platform/files/uploads.ts';
import type { SavedFile } from '#platform/http/bytes.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { markChanged, ofDesk } from '#platform/live/changes.ts';
import { createProgramBrief } from '../brief.ts';
import { type FulfilmentDeps, lockPiece, toWorkResult } from '../deps.ts';
import { getAcceptedKinds, getMaxFileMb, inspectFile, MAX_DELIVERY_FILES } from '../files/inspect-file.ts';
import { toContent } from '../files/linked-file.ts';
import { isMakerFailure } from '../maker.ts';
import * as queries from '../queries.ts';
import { findReviewStop, findStop } from '../rules.ts';
import type { StoredReport } from '../shapes.ts';
import type { SaveDraft, SavedDraft, WorkResult } from './shapes.ts';
import type { BeginFile, WorkFileId } from './shapes-files.ts';

const messages = {
  tooLong: /*i18n*/ { id: 'work.fileTooLong', message: 'A file can have up to {megabytes} MB.' },
  tooMany: /*i18n*/ { id: 'work.tooManyFiles', message: 'A delivery can have up to {most} files.' },
  noDraft: /*i18n*/ { id: 'work.noDraft', message: 'No text to check yet.' },
  failed: /*i18n*/ { id: 'work.checkFailed', message: 'The check failed: {why}' },
  noChecks: /*i18n*/ { id: 'work.noChecks', message: 'Text checks aren’t set up.' },
} as const satisfies Record<string, Message>;

const MB = 1024 * 1024;
const MAX_NAME_CHARS = 120;
const RETRY_AFTER_SECONDS = 30;

/** On a conflict returns the concurrently saved draft. */
export async function savePieceDraft(
  { ctx }: FulfilmentDeps,
  tx: DbClient,
  by: Operator,
  { pieceId, version, text }: SaveDraft,
): Promise<SavedDraft> {
  const now = ctx.clock.now();
  const work = await findWork(tx, pieceId);
  if (!work) throw new UserError(404);
  const stop = findStop(work, now) ?? findReviewStop(work);
  if (stop) throw new UserError(400, { '': [stop] });
  const before = await queries.findDraft(tx, pieceId);
  const savedBy = { savedAt: now, byId: by.id, byName: by.name, help: before?.help ?? [] };
  const saved = await queries.upsertDraft(tx, version, { pieceId, accountId: work.order.accountId, text: toCleanLines(text), ...savedBy });
  if (saved) markChanged(tx, ofDesk, 'drafts');
  if (saved) return { saved: true, version: saved.version, text: null, savedAt: now.toISOString(), by };
  const newer = await queries.findDraft(tx, pieceId);
  if (!newer) throw new UserError(404);
  const concurrentSave = { savedAt: newer.savedAt.toISOString(), by: { id: newer.byId, name: newer.byName } };
  return { saved: false, version: newer.version, text: newer.text, ...concurrentSave };
}

/** Runs outside any transaction, because it is slow. The report belongs to the version that was read. */
export async function checkDraft(deps: FulfilmentDeps, pieceId: string): Promise<StoredReport> {
  const { makers } = deps;
  const { orm } = deps.ctx.db;
  const work = await findWork(orm, pieceId);
  if (!work) throw new UserError(404);
  const draft = await queries.findDraft(orm, pieceId);
  if (!draft) throw new UserError(400, { '': [messages.noDraft] });
  if (!makers?.check) throw new UserError(400, { '': [messages.noChecks] });
  const report = await makers.check(draft.text, await createProgramBrief(deps, work), { accountId: work.order.accountId });
  if (isMakerFailure(report)) throw new UserError(503, { '': [{ ...messages.failed, values: { why: report.why } }] }, RETRY_AFTER_SECONDS);
  await queries.storeDraftReport(orm, pieceId, draft.version, report);
  return report;
}

export type WorkFile = { readonly name: string; readonly body: AsyncIterable<Buffer> };

/** The row is inserted before the bytes are stored, and deleted before they are. */
export async function addFile(deps: FulfilmentDeps, by: Operator, pieceId: string, { name, body }: WorkFile): Promise<{ id: string }> {
  const { id, name: called } = await insertFile(deps, by, pieceId, name);
  const megabytes = getMaxFileMb(called);
  const file = await deps.store.takeIn(body, megabytes * MB).catch((cause: unknown) => {
    throw cause instanceof TooLong ? createTooLongError(megabytes) : cause;
  });
  try {
    await storeFile(deps, { id, pieceId, name: called }, file);
  } finally {
    await file.drop();
  }
  return { id };
}

const createTooLongError = (megabytes: number) => new UserError(413, { '': [{ ...messages.tooLong, values: { megabytes } }] });

async function insertFile({ ctx, ...deps }: FulfilmentDeps, by: Operator, pieceId: string, name: string) {
  const { orm } = ctx.db;
  const now = ctx.clock.now();
  const work = await findWork(orm, pieceId);
  if (!work) throw new UserError(404);
  await refuseMore(orm, work, now);
  const called = nameLine(name).trim().slice(0, MAX_NAME_CHARS).toWellFormed() || 'file';
  const accepted = getAcceptedKinds(deps, work.piece.serviceType);
  if (!hasAcceptedEnding(called, accepted)) throw refuseKind(accepted);
  const row = { id: randomUUID(), pieceId, accountId: work.order.accountId, name: called, bytes: 0, uploadStartedAt: now };
  await queries.insertDeliveryFile(orm, { ...row, byId: by.id, byName: by.name });
  return row;
}

type ComingFile = { readonly id: string; readonly pieceId: string; readonly name: string };

async function storeFile(deps: FulfilmentDeps, { id, pieceId, name }: ComingFile, file: SpooledUpload): Promise<void> {
  const { ctx, store } = deps;
  const { orm } = ctx.db;
  const work = await findWork(orm, pieceId);
  if (!work) throw new UserError(404);
  const entries = await inspectFile(name, file.path, getAcceptedKinds(deps, work.piece.serviceType));
  await store.put(id, file);
  const made = { bytes: file.bytes, sha256: file.sha256.toString('hex'), uploadedAt: ctx.clock.now(), entries };
  if (await queries.updateFileAsUploaded(orm, id, made)) await queries.dropKeptFiles(orm, pieceId, name);
  else await store.remove(id);
}

export const toUploadOwner = (operatorId: string): string => `operator:${operatorId}`;

export async function beginFile(
  deps: FulfilmentDeps,
  by: Operator,
  { pieceId, name, bytes }: BeginFile,
): Promise<{ id: string; address: string }> {
  const { log, db } = deps.ctx;
  if (!isLargeKind(name)) throw createTooLongError(getMaxFileMb(name));
  const { id } = await insertFile(deps, by, pieceId, name);
  try {
    await deps.store.uploads.create({ id, owner: toUploadOwner(by.id), bytes });
  } catch (cause) {
    await queries.dropFile(db.orm, pieceId, id);
    throw cause instanceof StoreFull ? createNoRoomError(log, cause) : cause;
  }
  return { id, address: `${UPLOADS_PATH}/${id}` };
}

/** Repeated after a lost answer, it changes nothing. A file of a wrong kind leaves nothing. */
export async function finishFile(deps: FulfilmentDeps, by: Operator, { pieceId, fileId }: WorkFileId): Promise<{ id: string }> {
  const { orm } = deps.ctx.db;
  const there = await queries.findDeliveryFile(orm, fileId);
  if (there?.pieceId === pieceId) return { id: fileId };
  const coming = await queries.findComingFile(orm, pieceId, fileId);
  if (!coming) throw new UserError(404);
  await takeParts(
    { store: deps.store, log: deps.ctx.log },
    { id: fileId, owner: toUploadOwner(by.id) },
    {
      save: (file) => storeFile(deps, coming, file),
      onRefused: () => queries.dropFile(orm, pieceId, fileId),
    },
  );
  return { id: fileId };
}

async function refuseMore(orm: DbClient, work: PieceContext, now: Date): Promise<void> {
  const stop = findStop(work, now) ?? findReviewStop(work);
  if (stop) throw new UserError(400, { '': [stop] });
  const files = (await queries.listPieceFiles(orm, [work.piece.id])).filter(({ deliveryId }) => deliveryId === null);
  if (files.length >= MAX_DELIVERY_FILES) throw new UserError(400, { '': [{ ...messages.tooMany, values: { most: MAX_DELIVERY_FILES } }] });
}

export async function removeFile(tx: DbClient, pieceId: string, fileId: string): Promise<WorkResult> {
  const work = await lockPiece(tx, pieceId);
  const stop = findReviewStop(work);
  if (stop) throw new UserError(400, { '': [stop] });
  const deleted = await queries.dropFile(tx, pieceId, fileId);
  if (!deleted) throw new UserError(404);
  await enqueue(tx, 'fulfilment.removeFile', { id: fileId });
  return { ...toWorkResult(work, {}), before: { file: deleted.name }, after: {} };
}

/** A file of a delivery or a draft. */
export async function readWorkFile({ ctx, store }: FulfilmentDeps, pieceId: string, fileId: string): Promise<SavedFile> {
  const row = await queries.findDeliveryFile(ctx.db.orm, fileId);
  if (row?.pieceId !== pieceId) throw new UserError(404);
  return toContent(store, row);
}
