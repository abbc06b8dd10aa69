// The expected date of an order and its reason, as text for emails.
import type { DbClient } from '../../infra/database/database.ts';
import { translate } from '../../infra/i18n.ts';
import { type DateReader, showZonedDay, showZonedMoment } from '../../lib/time/date.ts';
import type { Message } from '../../lib/user-error.ts';
import { type Expected, type ExpectedReason, expectedOrder } from './expected/rules.ts';
import { piecesOf } from './pieces/queries.ts';
import { type Order, startOfPurchase } from './queries.ts';
import { clockOfOrder, clockOfPiece } from './read-clock.ts';
import { OrderStatus } from './statuses.ts';

const messages = {
  ordered: /*i18n*/ { id: 'expected.ordered', message: 'Expected by {date} if you pay now' },
  paid: /*i18n*/ { id: 'expected.paid', message: 'Expected by {date}' },
  briefSent: /*i18n*/ { id: 'expected.briefSent', message: 'Expected by {date}, 48 hours after your brief' },
  mayBeginLater: /*i18n*/ {
    id: 'expected.mayBeginLater',
    message: 'Expected by {date}. Work starts on {from}, when your 14 days to withdraw are over.',
  },
  review: /*i18n*/ { id: 'expected.review', message: 'Expected by {date}. We read your brief before we start.' },
  paused: /*i18n*/ { id: 'expected.paused', message: 'Expected by {date} if you send a brief now' },
  late: /*i18n*/ { id: 'expected.late', message: 'Expected by {date}. It’s taking longer than planned. We’re sorry.' },
  instant: /*i18n*/ { id: 'expected.instant', message: 'Ready within a minute' },
} as const satisfies Record<ExpectedReason, Message>;

const delivered: Message = /*i18n*/ { id: 'expected.delivered', message: 'Delivered' };
const cancelled: Message = /*i18n*/ { id: 'expected.cancelled', message: 'Cancelled' };
const disputed: Message = /*i18n*/ { id: 'expected.disputed', message: 'On hold while your payment is disputed' };

type ExpectedLine = {
  /** "Expected by November 21, 2026 at 9:53 AM UTC" */
  readonly text: string;
  /** How many pieces wait for a brief. */
  readonly briefs: number;
};

export async function expectedLine(tx: DbClient, order: Order, now: Date, reader: DateReader): Promise<ExpectedLine> {
  if (order.status === OrderStatus.Cancelled) return { text: translate(cancelled, reader.locale), briefs: 0 };
  const start = await startOfPurchase(tx, order.purchaseId);
  const pieces = await piecesOf(tx, order.id);
  const expected = expectedOrder(pieces.map(clockOfPiece), clockOfOrder(order, start), pieces.length > 1, now);
  const from = pieces.reduce<Date | null>((last, { mayBeginAt }) => (mayBeginAt && (!last || mayBeginAt > last) ? mayBeginAt : last), null);
  const briefs = pieces.filter(({ state }) => state === 'waiting').length;
  return { text: lineOf(expected, from, reader), briefs };
}

function lineOf({ expectedAt, expectedBecause }: Expected, from: Date | null, reader: DateReader): string {
  const { locale } = reader;
  if (expectedBecause === null) return translate(delivered, locale);
  if (expectedAt === null) return translate(disputed, locale);
  const values = {
    date: showZonedMoment(expectedAt, reader),
    from: from ? showZonedDay(from, reader) : '',
  };
  return translate({ ...messages[expectedBecause], values }, locale);
}
