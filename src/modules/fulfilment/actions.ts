// Opens the fulfilment module. The desk's actions take the caller's transaction and operator; the customer's
// open their own.

import type { Locale } from '#lib/locale.ts';
import type { Operator, Viewer } from '#lib/people/operator.ts';
import type { SetDue } from '#modules/orders/desk/shapes.ts';
import { countHeldPieces } from '#modules/orders/pieces/queries-work.ts';
import type { DeliverySummary } from '#modules/orders/shapes.ts';
import type { RoleHolder } from '#modules/staff/shapes-roles.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { readBriefFile } from './brief.ts';
import * as customer from './customer/customer.ts';
import { approveDraft, returnDelivery, takeBack } from './delivery/approval.ts';
import { deliverPiece } from './delivery/deliver.ts';
import { type DraftReview, reviewDraft } from './delivery/review.ts';
import { openDeliveryTimes } from './delivery-times.ts';
import type { FulfilmentDeps } from './deps.ts';
import { findAnswerValues } from './desk/answer-values.ts';
import * as work from './desk/assign.ts';
import { lockPieceUnderReview, releaseBrief } from './desk/brief-review.ts';
import { checkInWords } from './desk/check-report.ts';
import * as drafts from './desk/drafts.ts';
import { setDue } from './desk/due.ts';
import * as words from './desk/messages.ts';
import { getPieceForWork, openQueue, refuseHidden } from './desk/queue.ts';
import type { Assign, Deliver, HandOver, Note, QueueRequest, SaveDraft, Say } from './desk/shapes.ts';
import type { Approve, ReturnDelivery } from './desk/shapes-approval.ts';
import type { MovePiece } from './desk/shapes-board.ts';
import type { BeginFile, WorkFileId } from './desk/shapes-files.ts';
import { moveStage } from './desk/stages.ts';
import { exportDeliveryFiles, openTakeAway } from './export/export.ts';
import { linkFile, readDeliveredFile, readLinkedFile } from './files/linked-file.ts';
import { fulfilmentJobs } from './jobs.ts';
import { listDeliverers, listSummaryRows } from './queries.ts';
import type { CustomerMessage, LinkedFile, Revise } from './shapes.ts';
import { describeLink } from './shapes-links.ts';

export type FulfilmentModule = ReturnType<typeof createFulfilment>;

export function createFulfilment(deps: FulfilmentDeps) {
  const { ctx } = deps;
  const takeAway = openTakeAway(deps);
  return {
    /** Writes run in the desk's transaction; reads do not need one. */
    desk: {
      ...openQueue(deps),
      piece: (pieceId: string, viewer?: Viewer) => getPieceForWork(deps, pieceId, viewer),
      refuseHidden: (pieceId: string, viewer: Viewer | undefined) => refuseHidden(deps, pieceId, viewer),
      previewAssign: (request: Assign) => work.previewAssign(deps, request),
      move: (tx: DbClient, who: RoleHolder, request: MovePiece) => moveStage(deps, tx, who, request),
      take: (tx: DbClient, by: Operator, pieceId: string) => work.takePiece(deps, tx, by, pieceId),
      takeNext: (tx: DbClient, by: Operator, request: Pick<QueueRequest, 'service' | 'language'>) => work.takeNext(deps, tx, by, request),
      assign: (tx: DbClient, by: Operator, request: Assign) => work.assignPieces(deps, tx, by, request),
      handOver: (tx: DbClient, by: Operator, request: HandOver) => work.reassignPieces(deps, tx, by, request),
      listDeliverers: (orderId: string) => listDeliverers(ctx.db.orm, orderId),
      /** Pieces in progress, and delivered ones that may come back as a revision. */
      countHeld: (queries: DbClient, by: string) => countHeldPieces(queries, by),
      setDue: (tx: DbClient, by: Operator, request: SetDue) => setDue(deps, tx, by, request),
      release: (tx: DbClient, pieceId: string) => work.releasePiece(deps, tx, pieceId),
      releaseBrief: (tx: DbClient, pieceId: string) => releaseBrief(deps, tx, pieceId),
      lockHeld: (tx: DbClient, pieceId: string) => lockPieceUnderReview(tx, pieceId),
      saveDraft: (tx: DbClient, by: Operator, request: SaveDraft) => drafts.savePieceDraft(deps, tx, by, request),
      check: (pieceId: string) => drafts.checkDraft(deps, pieceId),
      checkInWords: (pieceId: string) => checkInWords(deps, pieceId),
      addFile: (by: Operator, pieceId: string, file: drafts.WorkFile) => drafts.addFile(deps, by, pieceId, file),
      beginFile: (by: Operator, file: BeginFile) => drafts.beginFile(deps, by, file),
      finishFile: (by: Operator, file: WorkFileId) => drafts.finishFile(deps, by, file),
      removeFile: (tx: DbClient, pieceId: string, fileId: string) => drafts.removeFile(tx, pieceId, fileId),
      readFile: (pieceId: string, fileId: string) => drafts.readWorkFile(deps, pieceId, fileId),
      readBriefFile: (pieceId: string, fileId: string, viewer?: Viewer) => readBriefFile(deps, pieceId, fileId, viewer),
      answerValues: (pieceId: string, viewer: Viewer | undefined) => findAnswerValues(deps, pieceId, viewer),
      say: (tx: DbClient, by: Operator, request: Say) => words.sendDeskMessage(deps, tx, by, request),
      note: (tx: DbClient, by: Operator, request: Note) => words.addPieceNote(deps, tx, by, request),
      /** Runs before a delivery, outside its transaction. */
      review: (pieceId: string) => reviewDraft(deps, pieceId),
      approve: (tx: DbClient, by: Operator, request: Approve, review: DraftReview) => approveDraft(deps, tx, by, request, review),
      returnDelivery: (tx: DbClient, by: Operator, request: ReturnDelivery) => returnDelivery(deps, tx, by, request),
      takeBack: (tx: DbClient, by: Operator, pieceId: string) => takeBack(tx, by, pieceId),
      deliver: (tx: DbClient, by: Operator, request: Deliver, review: DraftReview) => deliverPiece(deps, tx, by, request, review),
    },
    delivery: (accountId: string, id: string, locale: Locale) => customer.readDelivery(deps, accountId, id, locale),
    piece: (accountId: string, pieceId: string) => customer.readPiece(deps, accountId, pieceId),
    revise: (accountId: string, request: Revise) => customer.requestRevision(deps, accountId, request),
    accept: (accountId: string, deliveryId: string) => customer.accept(deps, accountId, deliveryId),
    /** For the customer, by an operator. */
    reviseFor: (tx: DbClient, accountId: string, request: Revise) => customer.reviseDelivery(deps, tx, accountId, request),
    acceptFor: (tx: DbClient, accountId: string, deliveryId: string) => customer.acceptDelivery(deps, tx, accountId, deliveryId, 'team'),
    acceptByLink: (tx: DbClient, accountId: string, deliveryId: string) => customer.acceptDelivery(deps, tx, accountId, deliveryId, 'link'),
    comment: (tx: DbClient, comment: words.GuestComment) => words.addComment(deps, tx, comment),
    answer: async (accountId: string, request: CustomerMessage) => {
      await words.answerPieceMessage(deps, accountId, request);
      return customer.readPiece(deps, accountId, request.pieceId);
    },
    answerByMail: (tx: DbClient, answer: words.MailedAnswer) => words.answerByMail(deps, tx, answer),
    file: (accountId: string, id: string) => readDeliveredFile(deps, accountId, id),
    linkFile: (caller: Caller, id: string) => linkFile(deps, caller, id),
    linkedFile: (link: LinkedFile, isAlive: Parameters<typeof readLinkedFile>[2]) => readLinkedFile(deps, link, isAlive),
    takeAway: (accountId: string, request: { readonly id: string; readonly as: string }) => takeAway.take(accountId, request),
    corrections: (accountId: string, request: { readonly id: string; readonly take: string }) => takeAway.corrections(accountId, request),
    handOver: (accountId: string, deliveryId: string) => exportDeliveryFiles(deps, accountId, deliveryId),
    /** Stops the export worker. */
    stop: takeAway.stop,
    /** For the list of orders. */
    listSummaries: (orderIds: readonly string[]) => listSummaries(ctx.db.orm, orderIds),
    deliveryTimes: openDeliveryTimes(ctx),
    jobs: fulfilmentJobs(deps),
  };
}

/** Summaries of deliveries for the list of orders, without their texts. */
async function listSummaries(queries: DbClient, orderIds: readonly string[]): Promise<ReadonlyMap<string, DeliverySummary[]>> {
  const byOrder = new Map<string, DeliverySummary[]>();
  if (orderIds.length === 0) return byOrder;
  for (const { orderId, position, deliveredAt, files, links, ...row } of await listSummaryRows(queries, orderIds)) {
    const summary = {
      ...row,
      piece: position + 1,
      deliveredAt: deliveredAt.toISOString(),
      files: files ?? [],
      links: links.map(describeLink),
    };
    byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), summary]);
  }
  return byOrder;
}
