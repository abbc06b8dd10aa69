// The number with which the invoices of a shop begin, if it goes on from another program: chosen once, before
// the first invoice. The numbers before it are recorded as a gap, so that the series stays without a hole.
import { type Message, UserError } from '#lib/user-error.ts';
import type { DbClient } from '#platform/database/database.ts';
import * as queries from './queries.ts';
import { formatDocumentNumber, getYear } from './rules.ts';

const messages = {
  begun: /*i18n*/ { id: 'paper.seriesBegun', message: 'The series has begun, so its first number can’t be changed any more.' },
} as const satisfies Record<string, Message>;

export type NextNumber = { readonly number: string; readonly hasBegun: boolean };

/** The number of the next invoice. */
export async function findNextNumber(from: DbClient, now: Date): Promise<NextNumber> {
  const year = getYear(now);
  const last = await queries.readLast(from, 'invoice', year);
  return { number: formatDocumentNumber('invoice', year, last + 1), hasBegun: last > 0 || (await queries.hasPapers(from, 'invoice')) };
}

/** Under the lock of the series, which issuing an invoice takes, too. Returns the first number. */
export async function openSeries(tx: DbClient, first: number, now: Date): Promise<string> {
  const year = getYear(now);
  const last = await queries.lockSeries(tx, 'invoice', year);
  if (last > 0 || (await queries.hasPapers(tx, 'invoice'))) throw new UserError(400, { '': [messages.begun] });
  await queries.insertGap(tx, { kind: 'invoice', year, first: 1, last: first - 1, reason: 'opening number', recordedAt: now });
  await queries.setLast(tx, 'invoice', year, first - 1);
  return formatDocumentNumber('invoice', year, first);
}
