// Delivers a draft: creates an immutable delivery with a passport. The last piece completes the order.
import { createHash } from 'node:crypto';
import { countWords } from '#lib/markdown/word-count.ts';
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findPromise } from '#modules/catalogue/promise/rules.ts';
import { computeDue } from '#modules/orders/expected/rules.ts';
import { closeOrder, type PieceContext, setPiece } from '#modules/orders/pieces/queries-work.ts';
import { toPieceClock } from '#modules/orders/read-clock.ts';
import type { DbClient } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { newId } from '#platform/new-id.ts';
import { type FulfilmentDeps, lockPiece, toWorkResult } from '../deps.ts';
import type { Deliver, WorkResult } from '../desk/shapes.ts';
import { isFilesOnly } from '../files/inspect-file.ts';
import { mailDelivery } from '../mails.ts';
import * as queries from '../queries.ts';
import { acceptDue, clearedClock, deliverStop, findReviewStop, PROGRAM } from '../rules.ts';
import type { Passport } from '../shapes.ts';
import { getIncluded, needsApproval } from '../view.ts';
import { decideHowMade, findPromiseConcern } from './how-made.ts';
import type { DraftReview } from './review.ts';

const messages = {
  noFile: /*i18n*/ { id: 'work.noFile', message: 'Nothing to deliver yet. Add a file or a link.' },
  empty: /*i18n*/ { id: 'work.empty', message: 'Nothing to deliver yet. Write a text, or add a file or a link.' },
  newer: /*i18n*/ { id: 'work.newer', message: 'The draft has changed. Read it again before you deliver.' },
  why: /*i18n*/ { id: 'work.why', message: 'Give a reason to deliver it anyway:' },
} as const satisfies Record<string, Message>;

export async function deliverPiece(
  deps: FulfilmentDeps,
  tx: DbClient,
  by: Operator,
  request: Deliver,
  review?: DraftReview,
): Promise<WorkResult & { deliveryId: string | null }> {
  const work = await lockPiece(tx, request.pieceId);
  const stop = findReviewStop(work);
  if (stop) throw new UserError(400, { '': [stop] });
  const links = request.links ?? [];
  // A program delivers reports of checks, which need no approval.
  const isApproved = by.id === PROGRAM || !needsApproval(deps.catalogue, work.piece.serviceType);
  if (isApproved) return sendDelivery(deps, tx, work, { ...request, links, by, reviewer: by, review });
  const files = await queries.listDraftFiles(tx, request.pieceId);
  const { howMade, concerns } = await checkDelivery(deps, tx, work, { ...request, links, by, reviewer: by, review, files });
  const { version, why } = request;
  const at = deps.ctx.clock.now().toISOString();
  const submission = { by, at, version, fileIds: files.map(({ id }) => id), links, howMade, ...(why === undefined ? {} : { why }) };
  await setPiece(tx, work.order.accountId, work.piece.id, { submission });
  return { ...toWorkResult(work, {}), before: {}, after: { version, howMade, ...concerns }, deliveryId: null };
}

type Sending = Pick<Deliver, 'version' | 'why' | 'howMade'> & {
  readonly links: readonly string[];
  /** Whose work it is. */
  readonly by: Operator;
  readonly reviewer: Operator;
  readonly review: DraftReview | undefined;
};

/** The caller holds the purchase's lock. */
export async function sendDelivery(
  deps: FulfilmentDeps,
  tx: DbClient,
  work: PieceContext,
  sending: Sending,
): Promise<WorkResult & { deliveryId: string }> {
  const now = deps.ctx.clock.now();
  const id = newId(now);
  const { by, links } = sending;
  const { id: pieceId } = work.piece;
  const files = await queries.attachFiles(tx, pieceId, id);
  const { howMade, concerns, ...content } = await checkDelivery(deps, tx, work, { ...sending, files });
  const delivered = (work.piece.version ?? 0) + 1;
  await queries.insertDelivery(tx, {
    id,
    pieceId,
    orderId: work.order.id,
    accountId: work.order.accountId,
    version: delivered,
    deliveredAt: now,
    serviceType: work.piece.serviceType,
    takenAt: work.piece.takenAt,
    dueAt: work.piece.dueAt ?? (work.piece.leftSeconds === null ? null : computeDue(now, toPieceClock(work.piece), deps.ctx.calendar())),
    text: content.text,
    links,
    report: content.report,
    howMade,
    byId: by.id,
    byName: by.name,
    passport: createPassport(work, by, { ...content, files, links, version: delivered, now }),
  });
  // A piece without revisions needs no acceptance, and its draft is not needed again.
  const isAccepted = getIncluded(deps.catalogue, work.piece) > 0;
  const after = {
    state: 'delivered' as const,
    version: delivered,
    acceptAt: isAccepted ? acceptDue(now) : null,
    makerError: null,
    ...clearedClock,
  };
  await setPiece(tx, work.order.accountId, pieceId, { ...after, submission: null });
  if (!isAccepted) await queries.deleteDraft(tx, pieceId);
  await closeOrder(tx, work.order, now);
  // The next request of the plan begins.
  if (work.purchase.planSubscriptionId) await enqueue(tx, 'plans.advance', {});
  await mailDelivery(deps, tx, work, links);
  const done = toWorkResult(work, after);
  return { ...done, after: { ...done.after, howMade, ...concerns }, deliveryId: id };
}

/** Throws while it cannot be delivered, or concerns have no reason. */
async function checkDelivery(
  deps: FulfilmentDeps,
  tx: DbClient,
  work: PieceContext,
  { version, why, links, howMade: answer, by, reviewer, review, files }: Sending & Pick<Ready, 'files'>,
) {
  const now = deps.ctx.clock.now();
  const stop = deliverStop(work, by, now);
  if (stop) throw new UserError(400, { '': [stop] });
  const draft = await queries.findDraft(tx, work.piece.id);
  if ((draft?.version ?? 0) !== version) throw new UserError(400, { version: [messages.newer] });
  const needsFile = isFilesOnly(deps, work.piece.serviceType);
  if (files.length + links.length === 0 && (needsFile || !draft?.text.trim()))
    throw new UserError(400, { '': [needsFile ? messages.noFile : messages.empty] });
  const { text = '', help = [] } = draft ?? {};
  const promised = findPromise(deps.catalogue.current(), work.piece.offerId);
  const noGeneratedText = deps.shop.brand.noGeneratedText ?? false;
  const howMade = decideHowMade(answer, { draft: { text, help }, promised, noGeneratedText, by: reviewer, now });
  const concerns = [...(review?.concerns ?? []), ...(review ? findPromiseConcern(howMade, promised) : [])];
  if (review) refuseConcerns({ ...review, concerns }, { version, why, files });
  const ofShop = draft && draft.reportVersion === draft.version ? draft.report : null;
  const report = ofShop && review?.ofKind ? { ...ofShop, ofKind: review.ofKind } : ofShop;
  const inEnglish = concerns.map((each) => translate(each, 'en'));
  return { text, help, report, howMade, concerns: inEnglish.length > 0 ? { concerns: inEnglish } : {} };
}

type Ready = Pick<Deliver, 'version' | 'why'> & { readonly files: readonly queries.FileRow[] };

/** Rejects an outdated review, and concerns without a reason. */
function refuseConcerns({ concerns, ...review }: DraftReview, { version, why, files }: Ready): void {
  const ids = new Set(files.map(({ id }) => id));
  if (review.version !== version || ids.size !== review.fileIds.length || !review.fileIds.every((id) => ids.has(id)))
    throw new UserError(400, { version: [messages.newer] });
  if (concerns.length > 0 && !why) throw new UserError(400, { why: [messages.why, ...concerns] });
}

type NewDelivery = {
  readonly text: string;
  readonly help: readonly string[];
  readonly report: Passport['checks'];
  readonly files: readonly queries.FileRow[];
  readonly links: readonly string[];
  readonly version: number;
  readonly now: Date;
};

const hashText = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const createPassport = (
  { piece, order }: PieceContext,
  by: Operator,
  { text, help, report, files, links, version, now }: NewDelivery,
): Passport => ({
  order: order.number,
  piece: piece.position + 1,
  version,
  offer: piece.offerId,
  takenAt: piece.takenAt?.toISOString() ?? null,
  deliveredAt: now.toISOString(),
  madeBy: { kind: by.id === PROGRAM ? 'program' : 'person', name: by.name },
  help: [...help],
  checks: report,
  text: { sha256: hashText(text), characters: [...text].length, words: countWords(text) },
  files: files.map(({ name, bytes, sha256: hash }) => ({ name, bytes, sha256: hash ?? '' })),
  ...(links.length > 0 ? { links: [...links] } : {}),
});
