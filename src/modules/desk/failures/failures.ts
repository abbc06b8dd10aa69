// Lists failed work from all modules with an explanation, and retries it with an audit entry.

import type { AppContext } from '../../../infra/app-context.ts';
import { type DbClient, transaction } from '../../../infra/database/database.ts';
import { givenUpJobs, retryJobs } from '../../../infra/jobs/admin.ts';
import { type FailedRow, failedRows, retryRows } from '../../../infra/jobs/each-row.ts';
import { type CurrencyNumber, showMoney } from '../../../lib/money/money.ts';
import { failedMails, retryFailedMails } from '../../mail/actions.ts';
import { mailLabel } from '../../mail/shapes-labels.ts';
import {
  closeMismatches,
  openMismatches,
  pollWaitingPayments,
  refusedRefunds,
  requeueRefunds,
  waitingPayments,
  waitingRefunds,
} from '../../payments/actions.ts';
import { writeAudit } from '../staff/audit.ts';
import type { OperatorSession } from '../staff/auth.ts';
import {
  LINK_MINUTES,
  mismatchWords,
  OVER_MINUTES,
  plainError,
  providers,
  REFUND_MINUTES,
  REFUSED_DAYS,
  words,
  wordsOfJob,
  wordsOfRows,
} from './rules.ts';
import type { RetryTrouble, TroubleKind, Troubles } from './shapes.ts';

const SHOWN = 50;
/** Items named in one audit entry. */
const NAMED = 20;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type Item = Troubles[number]['items'][number];

export async function troublesOf({ db, clock }: AppContext): Promise<Troubles> {
  const since = sinceOf(clock.now());
  const jobs = (await givenUpJobs(db.pool, SHOWN)).filter(({ task }) => task !== 'mail.send');
  const groups = [...Map.groupBy(jobs, ({ task }) => task)].map(([task, jobsOfTask]) => ({
    kind: 'job' as const,
    task,
    ...wordsOfJob(task),
    isCut: jobs.length >= SHOWN,
    items: jobsOfTask.map(({ id, attempts, lastError, lastTriedAt }) =>
      item({ id, what: `${wordsOfJob(task).title}, job ${id}`, error: plainError(lastError), tries: attempts, at: lastTriedAt }),
    ),
  }));
  const failed = await failedRows(db.orm, SHOWN);
  const rows = [...Map.groupBy(failed, ({ task }) => task)].map(([task, items]) => ({
    kind: 'row' as const,
    task,
    ...wordsOfRows(task),
    isCut: failed.length >= SHOWN,
    items: items.map(rowItem),
  }));
  const group = (kind: Exclude<TroubleKind, 'job' | 'row'>, items: readonly Item[]) =>
    items.length === 0 ? [] : [{ kind, task: null, ...words[kind], isCut: items.length >= SHOWN, items: [...items] }];
  const { orm } = db;
  return [
    ...group('mail', (await failedMails(orm, SHOWN)).map(mailItem)),
    ...group('payment', (await waitingPayments(orm, since, SHOWN)).map(paymentItem)),
    ...group('refund', (await waitingRefunds(orm, since.refundsBefore, SHOWN)).map(refundItem)),
    ...group('mismatch', (await openMismatches(orm, SHOWN)).map(mismatchItem)),
    ...rows,
    ...groups,
    ...group('refused', (await refusedRefunds(orm, since.refusedSince, SHOWN)).map(refundItem)),
  ];
}

const sinceOf = (now: Date) => {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  return {
    noLinkSince: ago(LINK_MINUTES * MINUTE_MS),
    overSince: ago(OVER_MINUTES * MINUTE_MS),
    refundsBefore: ago(REFUND_MINUTES * MINUTE_MS),
    refusedSince: ago(REFUSED_DAYS * DAY_MS),
  };
};

const item = ({ at, ...rest }: Omit<Item, 'at'> & { readonly at: Date }): Item => ({ ...rest, at: at.toISOString() });
const format = (amount: number, currency: CurrencyNumber): string => showMoney({ amount, currency }, 'en');

const purposes = { purchase: 'an order', deposit: 'a deposit' } as const;

const rowItem = ({ id, task, rowId, attempts, lastError, firstAt }: FailedRow): Item =>
  item({
    id,
    what: `${wordsOfJob(task).title}, reference ${rowId.slice(0, 8)}`,
    error: plainError(lastError),
    tries: attempts,
    at: firstAt,
  });

const mailItem = ({ id, to, mail, attempts, lastError, createdAt }: Awaited<ReturnType<typeof failedMails>>[number]): Item =>
  item({ id, what: `${mailLabel(mail)} to ${to}`, error: plainError(lastError), tries: attempts, at: createdAt });

const paymentItem = (row: Awaited<ReturnType<typeof waitingPayments>>[number]): Item =>
  item({
    id: row.id,
    what: `${format(row.amount, row.currency)} for ${purposes[row.purpose]}`,
    tries: null,
    at: row.createdAt,
    error: row.hasLink ? `${providers[row.provider]} hasn’t confirmed the result` : `No link from ${providers[row.provider]}`,
  });

const refundItem = (row: Awaited<ReturnType<typeof waitingRefunds>>[number]): Item =>
  item({
    id: row.id,
    what: `${format(row.amount, row.currency)} of ${purposes[row.purpose]}, by ${providers[row.provider]}`,
    error: null,
    tries: null,
    at: row.completedAt ?? row.requestedAt,
  });

const mismatchItem = (row: Awaited<ReturnType<typeof openMismatches>>[number]): Item =>
  item({
    id: row.id,
    what: `${format(row.amount, row.currency)}, ${providers[row.provider]} ${row.reference}`,
    error: mismatchWords[row.kind],
    tries: null,
    at: row.happenedAt,
  });

/** Counts only what was really retried: items that succeeded meanwhile or run now are skipped. */
export const retry = ({ db, clock }: AppContext, { operator: by }: OperatorSession, request: RetryTrouble): Promise<{ count: number }> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const ids = await again(tx, request, now);
    const about = { kind: request.kind, id: request.id ?? request.task ?? 'all' };
    if (ids.length > 0)
      await writeAudit(tx, by, now, { act: 'troubles.retry', about, after: { count: ids.length, ids: ids.slice(0, NAMED) } });
    return { count: ids.length };
  });

async function again(tx: DbClient, { kind, id, task = '' }: RetryTrouble, now: Date): Promise<readonly string[]> {
  const since = sinceOf(now);
  if (kind === 'row') return retryRows(tx, { id, task, now });
  if (kind === 'mail') return retryFailedMails(tx, id);
  if (kind === 'payment') return pollWaitingPayments(tx, since, id, now);
  if (kind === 'mismatch') return closeMismatches(tx, id, now);
  if (kind === 'refund') return requeueRefunds(tx, { before: since.refundsBefore, ...(id === undefined ? {} : { id }) });
  return (await retryJobs(tx, id === undefined ? { task } : { id })).map((job) => job.id);
}
