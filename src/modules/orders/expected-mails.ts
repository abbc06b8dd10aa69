// The expected date of an order and its reason, as text for emails.

import { type DateReader, showZonedDay, showZonedMoment } from '#lib/time/date.ts';
import type { Message } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import { computeExpected, computeExpectedOrder, type Expected, type ExpectedReason } from './expected/rules.ts';
import { listPieces } from './pieces/queries.ts';
import { type Order, startOfPurchase } from './queries.ts';
import { toOrderClock, toPieceClock } from './read-clock.ts';
import { OrderStatus } from './statuses.ts';

const messages = {
  ordered: /*i18n*/ { id: 'expected.ordered', message: 'Expected by {date} if you pay now' },
  paid: /*i18n*/ { id: 'expected.paid', message: 'Expected by {date}' },
  briefSent: /*i18n*/ { id: 'expected.briefSent', message: 'Expected by {date}, counted from your brief' },
  mayBeginLater: /*i18n*/ {
    id: 'expected.mayBeginLater',
    message: 'Expected by {date}. Work starts on {from}, when your 14 days to withdraw are over.',
  },
  review: /*i18n*/ { id: 'expected.review', message: 'Expected by {date}. We read your brief before we start.' },
  paused: /*i18n*/ { id: 'expected.paused', message: 'Expected by {date} if you send a brief now' },
  late: /*i18n*/ { id: 'expected.late', message: 'Expected by {date}. It’s taking longer than planned. We’re sorry.' },
  instant: /*i18n*/ { id: 'expected.instant', message: 'Ready within a minute' },
  byHand: /*i18n*/ { id: 'expected.byHand', message: 'Expected by {date}. One of us has taken it over.' },
} as const satisfies Record<ExpectedReason, Message>;

const deliveredMessage: Message = /*i18n*/ { id: 'expected.delivered', message: 'Delivered' };
const cancelledMessage: Message = /*i18n*/ { id: 'expected.cancelled', message: 'Cancelled' };
const disputedMessage: Message = /*i18n*/ { id: 'expected.disputed', message: 'On hold because of a dispute about your payment' };
const onePiece: Message = /*i18n*/ { id: 'expected.piece', message: '{piece}: {expected}' };
const somePieces: Message = /*i18n*/ { id: 'expected.pieces', message: '{count, number} × {piece}: {expected}' };

type ExpectedLines = {
  /**
   * "Expected by November 21, 2026 at 9:53 AM UTC"; then a line for each piece of a bundle, if their dates
   * differ.
   */
  readonly texts: readonly string[];
  /** How many pieces wait for a brief. */
  readonly briefs: number;
};

type LineReading = { readonly reader: DateReader; readonly listTitles: ListTitles };
export type ListTitles = (offerIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export async function composeExpectedLines(
  ctx: AppContext,
  tx: DbClient,
  order: Order,
  { reader, listTitles }: LineReading,
): Promise<ExpectedLines> {
  const { locale } = reader;
  const now = ctx.clock.now();
  if (order.status === OrderStatus.Cancelled) return { texts: [translate(cancelledMessage, locale)], briefs: 0 };
  const clock = toOrderClock(order, await startOfPurchase(tx, order.purchaseId), ctx.calendar());
  const pieces = await listPieces(tx, order.id);
  const expected = computeExpectedOrder(pieces.map(toPieceClock), clock, now);
  const from = pieces.reduce<Date | null>((last, { mayBeginAt }) => (mayBeginAt && (!last || mayBeginAt > last) ? mayBeginAt : last), null);
  const briefs = pieces.filter(({ state }) => state === 'waiting').length;
  const each = pieces.map((piece) => formatLine(computeExpected(toPieceClock(piece), clock, now), piece.mayBeginAt, reader));
  const texts = [formatLine(expected, from, reader)];
  if (new Set(each).size === 1) return { texts, briefs };
  const titles = await listTitles(pieces.map(({ offerId }) => offerId));
  const lines = pieces.map(({ offerId, quantity }, index) => ({
    piece: titles.get(offerId) ?? offerId,
    quantity,
    expected: each[index] ?? '',
  }));
  for (const [, same] of Map.groupBy(lines, ({ piece, expected: text }) => `${piece} ${text}`)) {
    const count = same.reduce((sum, { quantity }) => sum + quantity, 0);
    const { piece = '', expected: text = '' } = same[0] ?? {};
    texts.push(translate({ ...(count > 1 ? somePieces : onePiece), values: { piece, expected: text, count } }, locale));
  }
  return { texts, briefs };
}

function formatLine({ expectedAt, expectedBecause }: Expected, from: Date | null, reader: DateReader): string {
  const { locale } = reader;
  if (expectedBecause === null) return translate(deliveredMessage, locale);
  if (expectedAt === null) return translate(disputedMessage, locale);
  const values = {
    date: showZonedMoment(expectedAt, reader),
    from: from ? showZonedDay(from, reader) : '',
  };
  return translate({ ...messages[expectedBecause], values }, locale);
}
