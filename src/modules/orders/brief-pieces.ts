// Submits briefs for the pieces of a bundle after payment. Each is validated, stored with its files, and
// starts the piece's clock.
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { formatFieldName, type Message, UserError } from '#lib/user-error.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import { getMessageText } from '#modules/catalogue/kinds/rules.ts';
import type { RuleFinding, ShopKind } from '#modules/catalogue/kinds/shapes.ts';
import type { Prices } from '#modules/catalogue/shapes.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { newId } from '#platform/new-id.ts';
import type { Buyer, CheckoutDeps } from './checkout/place-order.ts';
import { computeDue, getWorkStart } from './expected/rules.ts';
import { readDetails } from './history/list.ts';
import { beginPiece, insertPieces, listPieces, type PieceRow } from './pieces/queries.ts';
import { type CheckedPiece, checkPiece } from './pieces/rules.ts';
import type { BriefRequest, WholeOrder } from './pieces/shapes.ts';
import * as queries from './queries.ts';
import { toPieceClock } from './read-clock.ts';
import { type CheckedLine, listBriefFiles, toKindBrief } from './rules.ts';
import type { DeliverySummary } from './shapes.ts';
import { type Hold, OrderStatus, type StatusNumber } from './statuses.ts';

const messages = {
  twice: /*i18n*/ { id: 'piece.twice', message: 'Send each piece only once.' },
  briefed: /*i18n*/ { id: 'piece.briefed', message: 'This piece already has a brief. To change it, write to us.' },
  finding: /*i18n*/ { id: 'piece.finding', message: '{text}' },
  notNow: /*i18n*/ { id: 'piece.notNow', message: 'You can write this brief once the order is paid, and while it’s open.' },
} as const satisfies Record<string, Message>;

export type BriefDeps = {
  readonly catalogue: CatalogueModule;
  readonly listDeliveries: (orderIds: readonly string[]) => Promise<ReadonlyMap<string, readonly DeliverySummary[]>>;
} & CheckoutDeps;
type Errors = Record<string, readonly Message[]>;
type CheckedPieceBrief = { readonly row: PieceRow; readonly checked: CheckedPiece; readonly hold: Hold | null };

/** Paid and not finished. */
export const openStatuses: readonly StatusNumber[] = [OrderStatus.Paid, OrderStatus.InProgress];

export async function briefPieces(deps: BriefDeps, buyer: Buyer, request: BriefRequest): Promise<WholeOrder> {
  const { order, store } = await prepareBriefs(deps, buyer, request);
  await transaction(deps.ctx.db, store);
  return readDetails(deps, order, buyer.locale);
}

export async function prepareBriefs(deps: BriefDeps, buyer: Buyer, request: BriefRequest) {
  const { ctx, catalogue } = deps;
  const { orm } = ctx.db;
  const order = await queries.findOrder(orm, buyer.accountId, request.orderId);
  if (!order) throw new UserError(404);
  if (!openStatuses.includes(order.status)) throw new UserError(400, { '': [messages.notNow] });
  // A piece is made even if its service is no longer sold.
  const { allPrices: prices } = catalogue.storefront(buyer.locale, order.currency);
  // Checking long texts takes time, so it is done before any lock.
  const briefs = await checkAll(catalogue, buyer, prices, order, await listPieces(orm, order.id), request);
  return { order, store: (tx: DbClient) => begin(deps, tx, order, briefs) };
}

async function checkAll(
  catalogue: CatalogueModule,
  buyer: Buyer,
  prices: Prices,
  order: Pick<queries.Order, 'platform'>,
  rows: readonly PieceRow[],
  { pieces }: BriefRequest,
): Promise<CheckedPieceBrief[]> {
  const briefs: CheckedPieceBrief[] = [];
  const errors: Errors = {};
  for (const [index, { id, ...brief }] of pieces.entries()) {
    if (index > 0) await setImmediate();
    const row = rows.find((each) => each.id === id.toLowerCase());
    if (!row) throw new UserError(404);
    const isTwice = briefs.some((each) => each.row === row);
    const checked = !isTwice ? checkPiece(prices, row, row.isUnit ? { ...brief, platform: order.platform } : brief) : undefined;
    const at = formatFieldName(['pieces', index]);
    if (!checked) errors[`${at}.id`] = [messages.twice];
    else if ('errors' in checked) addTo(errors, at, createValidationError(checked.errors, brief).errors);
    if (!checked || !('checked' in checked)) continue;
    const { stops, hold } = await judgeAnswers(catalogue, buyer, checked.checked);
    addTo(errors, at, stops);
    briefs.push({ row, checked: checked.checked, hold });
  }
  if (Object.keys(errors).length > 0) throw new UserError(400, errors);
  return briefs;
}

const addTo = (errors: Errors, at: string, more: Readonly<Errors>): void => {
  for (const [field, list] of Object.entries(more)) errors[`${at}.${field}`] = list;
};

/**
 * What the kind of the service says: errors for each refused answer, and the first reason for a review. A
 * kind that cannot check is one.
 */
export async function judgeAnswers(
  catalogue: CatalogueModule,
  { accountId, locale }: Pick<Buyer, 'accountId' | 'locale'>,
  brief: Pick<CheckedLine, 'offer' | 'quantity' | 'answers' | 'platform'>,
): Promise<{ readonly stops: Errors; readonly hold: Hold | null }> {
  const [piece, ...more] = brief.offer.pieces;
  // A bundle's pieces have briefs of their own.
  const kind = catalogue.getKind(piece && more.length === 0 ? piece.serviceType : brief.offer.serviceType);
  const platform = catalogue.current().platforms.find((each) => each.platform === brief.platform)?.key ?? null;
  const { findings, failed } = await kind.checkBrief(toKindBrief(brief, platform), accountId);
  const stops: Record<string, Message[]> = {};
  for (const { field, message } of findings.filter(({ outcome }) => outcome === 'refuse')) {
    const at = `answers.${field}`;
    stops[at] = [...(stops[at] ?? []), { ...messages.finding, values: { text: getMessageText(message, locale) } }];
  }
  const forReview = findings.find(({ outcome }) => outcome === 'review');
  const unchecked =
    failed === undefined ? null : { field: '', kind: '', words: '', by: { label: kind.label, says: `Not checked, because ${failed}` } };
  return { stops, hold: forReview ? toHold(forReview, kind) : unchecked };
}

/** What the policy gate found has words of its own at the desk. */
const toHold = ({ field, message, rule, quote = '' }: RuleFinding, { label }: ShopKind): Hold =>
  rule === undefined
    ? { field, kind: '', words: quote, by: { label, says: getMessageText(message, 'en') } }
    : { field, kind: rule, words: quote };

/** Re-reads the order under the lock: it may have been cancelled or briefed in another tab. */
async function begin(
  { ctx, files }: BriefDeps,
  tx: DbClient,
  { id, purchaseId, accountId }: queries.Order,
  briefs: readonly CheckedPieceBrief[],
) {
  await queries.lockPurchase(tx, purchaseId);
  const order = await queries.findOrder(tx, accountId, id);
  if (!order || !openStatuses.includes(order.status)) throw new UserError(400, { '': [messages.notNow] });
  const rows = await listPieces(tx, id);
  const storedPiece = ({ row }: CheckedPieceBrief): PieceRow | undefined => rows.find((each) => each.id === row.id);
  const isWaiting = (each: CheckedPieceBrief): boolean => storedPiece(each)?.state === 'waiting';
  if (!briefs.every((each) => isWaiting(each) || isSame(storedPiece(each), each))) throw new UserError(400, { '': [messages.briefed] });
  const fileIds = listBriefFiles(
    briefs.map((each) => (isWaiting(each) ? each.checked : { ...each.checked, answers: {} })),
    'pieces',
  );
  await files.claim(tx, {
    accountId,
    purchaseId,
    fileIds: [...new Set(fileIds.map((file) => file.id))],
    getField: (file) => fileIds.find((each) => each.id === file)?.field ?? 'pieces',
  });
  const now = ctx.clock.now();
  const newBriefs = briefs.filter(isWaiting);
  for (const { row, checked, hold } of newBriefs) {
    const { answers: brief, platform, quantity } = checked;
    const language = typeof brief.language === 'string' ? brief.language : null;
    const listValue = computePartValue(row.listValue, quantity, row.quantity);
    const heldSince = row.heldSince ?? (hold && now);
    const clock = {
      heldSince,
      heldFor: row.heldFor ?? hold,
      dueAt: heldSince ? null : computeDue(getWorkStart(now, row.mayBeginAt), toPieceClock(row), ctx.calendar()),
    };
    await beginPiece(tx, accountId, { id: row.id, brief, platform, quantity, listValue, language, ...clock });
  }
  await insertPieces(tx, createRests(newBriefs, rows.length, now));
}

/** Repeated request: the same brief is stored already. */
const isSame = (stored: PieceRow | undefined, { checked: { answers, platform } }: CheckedPieceBrief): boolean =>
  isDeepStrictEqual([stored?.brief, stored?.platform], [answers, platform]);

/** Rounded down; the rest of a split piece gets the remaining value. */
const computePartValue = (value: number, part: number, total: number): number => Math.floor((value * part) / total);

/** Creates a waiting piece from the unused quantity of a measured piece. */
const createRests = (newBriefs: readonly CheckedPieceBrief[], after: number, now: Date) =>
  newBriefs
    .filter(({ row, checked }) => checked.quantity < row.quantity)
    .map(
      ({ row: { orderId, accountId, offerId, serviceType, quantity, listValue, isInstant, turnaround, mayBeginAt }, checked }, index) => ({
        isInstant,
        turnaround,
        listValue: listValue - computePartValue(listValue, checked.quantity, quantity),
        id: newId(now, index),
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
      }),
    );
