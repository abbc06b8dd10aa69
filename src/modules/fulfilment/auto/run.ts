// Makes pieces by program: polls for them, runs the program outside any transaction, and delivers the result
// or saves it as a draft. A program that fails three times leaves the piece in the queue with the reason; a
// customer who expects the result within a minute gets a mail.
import { randomUUID } from 'node:crypto';
import type { Operator } from '#lib/people/operator.ts';
import { findWork, type PieceContext, setPiece } from '#modules/orders/pieces/queries-work.ts';
import { moveOrders } from '#modules/orders/queries.ts';
import { confirmPurchase } from '#modules/orders/receipt-mail.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { AcceptedKinds } from '#platform/files/kind.ts';
import { formatCause } from '#platform/logging/log.ts';
import { listProgramOffers } from '../automatic-offers.ts';
import { createProgramBrief } from '../brief.ts';
import { deliverPiece } from '../delivery/deliver.ts';
import { type FulfilmentDeps, lockPiece } from '../deps.ts';
import { findExcess, getAcceptedKinds, inspectFile } from '../files/inspect-file.ts';
import { mailHandOver } from '../mails.ts';
import { isMakerFailure, type Makers, type ProducedPiece } from '../maker.ts';
import * as queries from '../queries.ts';
import { findStop, isLive, PROGRAM } from '../rules.ts';
import { claimPieceForProgram } from './queries.ts';

const MAX_REASON_CHARS = 300;
/**
 * A program can fail because the machine is busy, or because its process was stopped: it runs three times
 * before a person takes over.
 */
const MAX_RUNS = 3;

/** One at a time, to leave the CPU to the shop. */
export async function makeAll(deps: FulfilmentDeps, signal: AbortSignal): Promise<void> {
  const { makers, ctx } = deps;
  const offers = listProgramOffers(deps, 'anything');
  if (!makers || offers.length === 0) return;
  while (!signal.aborted) {
    const pieceId = await claimPieceForProgram(ctx.db.orm, offers, ctx.clock.now());
    if (!pieceId) return;
    // The claim expires, so one failing piece does not block the others.
    await makeOne(deps, makers, pieceId, signal).catch((cause: unknown) =>
      ctx.log.warn({ piece: pieceId, cause: formatCause(cause) }, 'fulfilment.piece.failed'),
    );
  }
}

async function makeOne(deps: FulfilmentDeps, makers: Makers, pieceId: string, signal: AbortSignal): Promise<void> {
  const { ctx } = deps;
  const work = await findWork(ctx.db.orm, pieceId);
  const maker = work && makers.makerFor(work.piece.offerId);
  if (!work || !maker || findStop(work, ctx.clock.now())) return;
  const delivers = maker.delivers && !deps.catalogue.getKind(work.piece.serviceType).checksDeliveries;
  const run = async (): Promise<string | undefined> => {
    try {
      const made = await makers.make(maker.name, await createProgramBrief(deps, work), { accountId: work.order.accountId, signal });
      // Aborted by a shutdown: the piece is made again later.
      if (signal.aborted) return undefined;
      if (isMakerFailure(made)) return made.why;
      // A maker that names nothing is named itself, so that a draft of it is known as one.
      await storeProduced(deps, work, { made: made.help.length > 0 ? made : { ...made, help: [maker.name] }, delivers });
      return undefined;
    } catch (cause) {
      return formatCause(cause);
    }
  };
  for (let runs = 1; ; runs++) {
    const why = await run();
    if (why === undefined || signal.aborted) return;
    ctx.log.warn({ piece: pieceId, runs, why }, 'fulfilment.program.failed');
    if (runs === MAX_RUNS) return transaction(ctx.db, (tx) => handOverToPerson(deps, tx, pieceId, { why, isAwaited: delivers }));
  }
}

type HandOver = { readonly why: string; readonly isAwaited: boolean };

/** Leaves the piece to a person. `isAwaited`: the customer was told that it takes a minute. */
async function handOverToPerson(deps: FulfilmentDeps, tx: DbClient, pieceId: string, { why, isAwaited }: HandOver): Promise<void> {
  const work = await lockPiece(tx, pieceId);
  await setPiece(tx, work.order.accountId, pieceId, { makerError: why.slice(0, MAX_REASON_CHARS).toWellFormed() });
  const { piece } = work;
  if (isAwaited && piece.dueAt && piece.makerId === null && isLive(work)) await mailHandOver(deps, tx, work, piece.dueAt);
}

async function storeProduced(deps: FulfilmentDeps, work: PieceContext, { made, delivers }: Omit<Result, 'files'>): Promise<void> {
  const storedFiles = await storeFiles(deps, made, getAcceptedKinds(deps, work.piece.serviceType));
  const isStored = await transaction(deps.ctx.db, (tx) => storeResult(deps, tx, work.piece.id, { made, files: storedFiles, delivers }));
  if (!isStored) for (const { id } of storedFiles) await deps.store.remove(id);
}

type ProducedFile = Pick<queries.FileRow, 'id' | 'name' | 'bytes' | 'sha256' | 'entries'>;

async function storeFiles({ store }: FulfilmentDeps, { files }: ProducedPiece, accepted: AcceptedKinds): Promise<ProducedFile[]> {
  const excess = findExcess(files);
  if (excess !== undefined) throw new Error(`It made too much: ${excess}.`);
  const storedFiles: ProducedFile[] = [];
  for (const { name, bytes } of files) {
    const id = randomUUID();
    const coming = await store.takeIn(yieldOnce(Buffer.from(bytes)), bytes.byteLength);
    try {
      const entries = await inspectFile(name, coming.path, accepted);
      await store.put(id, coming);
      storedFiles.push({ id, name, bytes: coming.bytes, sha256: coming.sha256.toString('hex'), entries });
    } catch (cause) {
      for (const stored of storedFiles) await store.remove(stored.id);
      throw cause;
    } finally {
      await coming.drop();
    }
  }
  return storedFiles;
}

async function* yieldOnce(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

type Result = { readonly made: ProducedPiece; readonly files: readonly ProducedFile[]; readonly delivers: boolean };

/** False if the piece was cancelled or a person has taken it. */
async function storeResult(deps: FulfilmentDeps, tx: DbClient, pieceId: string, { made, files, delivers }: Result): Promise<boolean> {
  const now = deps.ctx.clock.now();
  const work = await lockPiece(tx, pieceId);
  if (findStop(work, now) || work.piece.makerId !== null || work.piece.version !== null) return false;
  const by: Operator = { id: PROGRAM, name: made.help.join(', ') || 'a program' };
  const { accountId, id: orderId } = work.order;
  const newDraft = { pieceId, accountId, text: made.text, savedAt: now, byId: by.id, byName: by.name, help: made.help };
  const draft = await queries.upsertDraft(tx, 0, newDraft);
  if (!draft) return false;
  if (made.report) await queries.storeDraftReport(tx, pieceId, draft.version, made.report);
  for (const { id, ...file } of files)
    await queries.insertDeliveryFile(tx, {
      id,
      ...file,
      pieceId,
      accountId,
      uploadStartedAt: now,
      uploadedAt: now,
      byId: by.id,
      byName: by.name,
    });
  if (!delivers) return true;
  // A program is faster than the job that confirms payments: the customer reads first that the order is paid.
  await confirmPurchase(deps, tx, work.order.purchaseId);
  await setPiece(tx, accountId, pieceId, { state: 'inWork', makerId: by.id, makerName: by.name, takenAt: now });
  await moveOrders(tx, [orderId], 'begin', { startedAt: now });
  await deliverPiece(deps, tx, by, { pieceId, version: draft.version });
  return true;
}
