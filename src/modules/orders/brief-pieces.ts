// Submits briefs for the pieces of a bundle after payment. Each is validated, stored with its files, and starts the piece's clock.
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type DbClient, transaction } from '../../infra/database/database.ts';
import { shapeRefusal } from '../../infra/http/validation-errors.ts';
import { timeId } from '../../lib/time/time-id.ts';
import { fieldName, type Message, UserError } from '../../lib/user-error.ts';
import { briefPolicyMessage, type CatalogueModule, type Judgement } from '../catalogue/actions.ts';
import type { Prices } from '../catalogue/shapes.ts';
import type { Buyer, CheckoutDeps } from './checkout/place-order.ts';
import { readWhole } from './history/list.ts';
import { beginPiece, insertPieces, type PieceRow, piecesOf } from './pieces/queries.ts';
import { type CheckedPiece, checkPiece } from './pieces/rules.ts';
import type { BriefRequest, WholeOrder } from './pieces/shapes.ts';
import * as queries from './queries.ts';
import { type CheckedLine, filesIn, requestsOf } from './rules.ts';
import type { DeliverySummary } from './shapes.ts';
import { type Hold, OrderStatus, type StatusNumber, workDue } from './statuses.ts';

const messages = {
  unknown: /*i18n*/ { id: 'piece.unknown', message: 'This order has no such piece.' },
  twice: /*i18n*/ { id: 'piece.twice', message: 'Send each piece only once.' },
  briefed: /*i18n*/ { id: 'piece.briefed', message: 'This piece already has a brief. To change it, write to us.' },
  notNow: /*i18n*/ { id: 'piece.notNow', message: 'You can write this brief once the order is paid, and while it’s open.' },
} as const satisfies Record<string, Message>;

type BriefDeps = {
  readonly catalogue: CatalogueModule;
  readonly deliveriesOf: (orderIds: readonly string[]) => Promise<ReadonlyMap<string, readonly DeliverySummary[]>>;
} & CheckoutDeps;
type Errors = Record<string, readonly Message[]>;
type CheckedPieceBrief = { readonly row: PieceRow; readonly checked: CheckedPiece; readonly hold: Hold | null };

/** Paid and not finished. */
const open: readonly StatusNumber[] = [OrderStatus.Paid, OrderStatus.InProgress];

export async function briefPieces(deps: BriefDeps, { accountId, locale }: Buyer, request: BriefRequest): Promise<WholeOrder> {
  const { ctx, catalogue } = deps;
  const { db } = ctx;
  const found = await queries.findOrder(db.orm, accountId, request.orderId);
  if (!found) throw new UserError(404);
  if (!open.includes(found.status)) throw new UserError(400, { '': [messages.notNow] });
  // A piece is made even if its service is no longer sold.
  const { allPrices: prices } = catalogue.storefront(locale, found.currency);
  // Checking long texts takes time, so it is done before any lock.
  const sent = await checkAll(catalogue, prices, await piecesOf(db.orm, found.id), request);
  await transaction(db, (tx) => begin(deps, tx, found, sent));
  return readWhole(deps, found);
}

async function checkAll(
  catalogue: CatalogueModule,
  prices: Prices,
  rows: readonly PieceRow[],
  { pieces }: BriefRequest,
): Promise<CheckedPieceBrief[]> {
  const sent: CheckedPieceBrief[] = [];
  const errors: Errors = {};
  for (const [index, { id, ...brief }] of pieces.entries()) {
    if (index > 0) await setImmediate();
    const row = rows.find((each) => each.id === id.toLowerCase());
    const isTwice = sent.some((each) => each.row === row);
    const checked = row && !isTwice ? checkPiece(prices, row, brief) : undefined;
    const at = fieldName(['pieces', index]);
    if (!row || !checked) errors[`${at}.id`] = [row ? messages.twice : messages.unknown];
    else if ('faults' in checked) addTo(errors, at, shapeRefusal(checked.faults, brief).errors);
    if (!row || !checked || !('checked' in checked)) continue;
    const { stops, hold } = await judgeAnswers(catalogue, checked.checked);
    addTo(errors, at, stops);
    sent.push({ row, checked: checked.checked, hold });
  }
  if (Object.keys(errors).length > 0) throw new UserError(400, errors);
  return sent;
}

const addTo = (errors: Errors, at: string, more: Readonly<Errors>): void => {
  for (const [field, list] of Object.entries(more)) errors[`${at}.${field}`] = list;
};

/** The gate's verdict: an error per rejected answer, and the first hold. */
export async function judgeAnswers(
  catalogue: CatalogueModule,
  brief: Pick<CheckedLine, 'offer' | 'answers' | 'platform'>,
): Promise<{ readonly stops: Errors; readonly hold: Hold | null }> {
  const judged: { readonly name: string; readonly judgement: Judgement }[] = [];
  for (const { name, text } of requestsOf(brief)) {
    const judgement = await catalogue.judgeBrief(text, brief.platform);
    if (judgement) judged.push({ name, judgement });
  }
  const refusedAnswers = judged.filter(({ judgement }) => judgement.outcome === 'refuse');
  const [firstForReview] = judged.filter(({ judgement }) => judgement.outcome === 'review');
  return {
    stops: Object.fromEntries(refusedAnswers.map(({ name, judgement }) => [`answers.${name}`, [briefPolicyMessage(judgement)]])),
    hold: firstForReview ? holdOf(firstForReview.name, firstForReview.judgement) : null,
  };
}

const holdOf = (field: string, { kind, words }: Judgement): Hold => ({ field, kind, words });

/** Re-reads the order under the lock: it may have been cancelled or briefed in another tab. */
async function begin(
  { ctx, files }: BriefDeps,
  tx: DbClient,
  { id, purchaseId, accountId }: queries.Order,
  sent: readonly CheckedPieceBrief[],
) {
  await queries.lockPurchase(tx, purchaseId);
  const order = await queries.findOrder(tx, accountId, id);
  if (!order || !open.includes(order.status)) throw new UserError(400, { '': [messages.notNow] });
  const rows = await piecesOf(tx, id);
  const storedPiece = ({ row }: CheckedPieceBrief): PieceRow | undefined => rows.find((each) => each.id === row.id);
  const isWaiting = (each: CheckedPieceBrief): boolean => storedPiece(each)?.state === 'waiting';
  const briefedFields = sent.flatMap((each, index) =>
    isWaiting(each) || isSame(storedPiece(each), each) ? [] : [fieldName(['pieces', index, 'id'])],
  );
  if (briefedFields.length > 0) throw new UserError(400, Object.fromEntries(briefedFields.map((field) => [field, [messages.briefed]])));
  const fileIds = filesIn(
    sent.map((each) => (isWaiting(each) ? each.checked : { ...each.checked, answers: {} })),
    'pieces',
  );
  await files.claim(tx, {
    accountId,
    purchaseId,
    fileIds: [...new Set(fileIds.map((file) => file.id))],
    fieldOf: (file) => fileIds.find((each) => each.id === file)?.field ?? 'pieces',
  });
  const now = ctx.clock.now();
  const newBriefs = sent.filter(isWaiting);
  for (const { row, checked, hold } of newBriefs) {
    const { answers: brief, platform, quantity } = checked;
    const language = typeof brief.language === 'string' ? brief.language : null;
    const from = row.mayBeginAt && row.mayBeginAt > now ? row.mayBeginAt : now;
    const listValue = partOfValue(row.listValue, quantity, row.quantity);
    const heldSince = row.heldSince ?? (hold && now);
    const clock = { heldSince, heldFor: row.heldFor ?? hold, dueAt: heldSince ? null : workDue(from) };
    await beginPiece(tx, accountId, { id: row.id, brief, platform, quantity, listValue, language, ...clock });
  }
  await insertPieces(tx, restsOf(newBriefs, rows.length, now));
}

/** Repeated request: the same brief is stored already. */
const isSame = (stored: PieceRow | undefined, { checked: { answers, platform } }: CheckedPieceBrief): boolean =>
  isDeepStrictEqual([stored?.brief, stored?.platform], [answers, platform]);

/** Rounded down; the rest of a split piece gets the remaining value. */
const partOfValue = (value: number, part: number, total: number): number => Math.floor((value * part) / total);

/** Creates a waiting piece from the unused quantity of a measured piece. */
const restsOf = (newBriefs: readonly CheckedPieceBrief[], after: number, now: Date) =>
  newBriefs
    .filter(({ row, checked }) => checked.quantity < row.quantity)
    .map(({ row: { orderId, accountId, offerId, serviceType, quantity, listValue, isInstant, mayBeginAt }, checked }, index) => ({
      isInstant,
      listValue: listValue - partOfValue(listValue, checked.quantity, quantity),
      id: timeId(now, randomBytes(8), index),
      orderId,
      accountId,
      position: after + index,
      offerId,
      serviceType,
      quantity: quantity - checked.quantity,
      mayBeginAt,
      brief: null,
      state: 'waiting' as const,
      dueAt: null,
    }));
