// The expected date and its reason, as text for emails.
import type { DbClient } from '../../infra/database/database.ts';
import { translate } from '../../infra/i18n.ts';
import type { Locale } from '../../lib/locale.ts';
import { type DateLocale, showDay, showMomentUtc } from '../../lib/time/date.ts';
import type { Message } from '../../lib/user-error.ts';
import { type Expected, type ExpectedReason, expectedOrder } from './expected/rules.ts';
import { piecesOf } from './pieces/queries.ts';
import { type Order, startOfPurchase } from './queries.ts';
import { clockOfOrder, clockOfPiece } from './read-clock.ts';

const messages = {
  ordered: /*i18n*/ { id: 'expected.ordered', message: '{date}, if you pay now' },
  paid: /*i18n*/ { id: 'expected.paid', message: '{date}, 48 hours from your payment' },
  briefSent: /*i18n*/ { id: 'expected.briefSent', message: '{date}, 48 hours from your brief' },
  mayBeginLater: /*i18n*/ {
    id: 'expected.mayBeginLater',
    message: '{date}. Work starts on {from}, when your 14 days to withdraw are over.',
  },
  review: /*i18n*/ { id: 'expected.review', message: '{date}. A person reads your brief before work starts.' },
  paused: /*i18n*/ {
    id: 'expected.paused',
    message: '{date}, if you send a brief now. The 48 hours of each piece begin when you send its brief.',
  },
  late: /*i18n*/ { id: 'expected.late', message: '{date}. It is taking longer than planned, and we are sorry.' },
  instant: /*i18n*/ { id: 'expected.instant', message: 'within a minute' },
} as const satisfies Record<ExpectedReason, Message>;

const delivered: Message = /*i18n*/ { id: 'expected.delivered', message: 'delivered' };
const disputed: Message = /*i18n*/ { id: 'expected.disputed', message: 'on hold while your payment is disputed' };

type Reader = { readonly locale: Locale; readonly dateLocale: DateLocale };

/** One line if all orders are expected at the same time; otherwise one line per date, with the order numbers. */
export async function sayExpected(tx: DbClient, orders: readonly Order[], now: Date, reader: Reader): Promise<string> {
  const numbersBy = new Map<string, string[]>();
  for (const order of orders) {
    // Sequential: a transaction has one connection, which runs one query at a time.
    const start = await startOfPurchase(tx, order.purchaseId);
    const pieces = await piecesOf(tx, order.id);
    const expected = expectedOrder(pieces.map(clockOfPiece), clockOfOrder(order, start), pieces.length > 1, now);
    const from = pieces.reduce<Date | null>(
      (last, { mayBeginAt }) => (mayBeginAt && (!last || mayBeginAt > last) ? mayBeginAt : last),
      null,
    );
    const line = sayOne(expected, from, reader);
    numbersBy.set(line, [...(numbersBy.get(line) ?? []), order.number]);
  }
  const lines = [...numbersBy];
  return lines.length === 1 ? (lines[0]?.[0] ?? '') : lines.map(([line, numbers]) => `${numbers.join(', ')}: ${line}`).join('\n');
}

function sayOne({ expectedAt, expectedBecause }: Expected, from: Date | null, { locale, dateLocale }: Reader): string {
  if (expectedBecause === null) return translate(delivered, locale);
  if (expectedAt === null) return translate(disputed, locale);
  const values = {
    // The reader's time zone is unknown.
    date: `${showMomentUtc(expectedAt.toISOString(), dateLocale, locale)} UTC`,
    from: from ? showDay(from.toISOString().slice(0, 10), dateLocale, locale).shown : '',
  };
  return translate({ ...messages[expectedBecause], values }, locale);
}
