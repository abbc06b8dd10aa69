// Lists failed work from all modules with an explanation, and retries it with an audit entry.

import { showMoney } from '#lib/money/money.ts';
import { retryFailedMails } from '#modules/mail/actions.ts';
import { listFailedMails } from '#modules/mail/queries.ts';
import { mailLabel } from '#modules/mail/shapes-labels.ts';
import {
  listRefusedRefunds,
  listWaitingPayments,
  listWaitingRefunds,
  openMismatches,
  pollWaitingPayments,
} from '#modules/payments/desk/queries-reports.ts';
import { closeMismatches } from '#modules/payments/reconcile/queries.ts';
import { requeueRefunds } from '#modules/payments/refunds.ts';
import { meansErrorTexts } from '#modules/payments/rules.ts';
import type { Done } from '#modules/staff/actions.ts';
import { retryRenewals } from '#modules/subscriptions/actions.ts';
import { listFailedRenewals } from '#modules/subscriptions/queries-failures.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { listGivenUpJobs, retryJobs } from '#platform/jobs/admin.ts';
import { listFailedRows, retryRows } from '#platform/jobs/each-row.ts';
import { createPaymentLabels, type FailureDeps, type LabelPayment } from './payment-labels.ts';
import {
  describeJob,
  describeRows,
  EXPIRED_LINK_MINUTES,
  formatError,
  formatProvider,
  LINK_MINUTES,
  mismatchText,
  REFUND_MINUTES,
  REFUSED_DAYS,
  words,
} from './rules.ts';
import type { FailureKind, Failures, RetryFailure } from './shapes.ts';

const SHOWN = 50;
/** Items named in one audit entry. */
const MAX_NAMED_IDS = 20;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_CHARS = 'yyyy-mm-dd'.length;

type Item = Failures[number]['items'][number];

export async function listFailures(deps: FailureDeps): Promise<Failures> {
  const { mails, payments, renewals, refunds, mismatches, rows, jobs, refused } = await readFailures(deps.ctx);
  const known = mismatches.flatMap(({ payment }) => (payment ? [{ ...payment, paymentId: payment.id }] : []));
  const label = await createPaymentLabels(deps, [...payments, ...renewals, ...refunds, ...refused, ...known]);
  const jobGroups = [...Map.groupBy(jobs, ({ task }) => task)].map(([task, jobsOfTask]) => ({
    kind: 'job' as const,
    task,
    ...describeJob(task),
    isCut: jobs.length >= SHOWN,
    items: jobsOfTask.map(toJobItem),
  }));
  const rowGroups = [...Map.groupBy(rows, ({ task }) => task)].map(([task, items]) => ({
    kind: 'row' as const,
    task,
    ...describeRows(task),
    isCut: rows.length >= SHOWN,
    items: items.map(toRowItem),
  }));
  const group = (kind: Exclude<FailureKind, 'job' | 'row'>, items: readonly Item[]) =>
    items.length === 0 ? [] : [{ kind, task: null, ...words[kind], isCut: items.length >= SHOWN, items: [...items] }];
  return [
    ...group('mail', mails.map(mailItem)),
    ...group(
      'payment',
      payments.map((row) => toPaymentItem(row, label)),
    ),
    ...group(
      'renewal',
      renewals.map((row) => toRenewalItem(row, label)),
    ),
    ...group(
      'refund',
      refunds.map((row) => refundItem(row, label)),
    ),
    ...group(
      'mismatch',
      mismatches.map((row) => toMismatchItem(row, label)),
    ),
    ...rowGroups,
    ...jobGroups,
    ...group(
      'refused',
      refused.map((row) => refundItem(row, label)),
    ),
  ];
}

/** What can be retried or settled. */
export async function countFailures(ctx: AppContext): Promise<number> {
  const { refused: _, ...open } = await readFailures(ctx);
  return Object.values(open).reduce((sum, { length }) => sum + length, 0);
}

async function readFailures({ db, clock }: AppContext) {
  const { orm } = db;
  const since = getLimits(clock.now());
  return {
    mails: await listFailedMails(orm, SHOWN),
    payments: await listWaitingPayments(orm, since, SHOWN),
    renewals: await listFailedRenewals(orm, SHOWN),
    refunds: await listWaitingRefunds(orm, since.refundsBefore, SHOWN),
    mismatches: await openMismatches(orm, SHOWN),
    rows: await listFailedRows(orm, SHOWN),
    // Failed mails are listed by their own rows.
    jobs: (await listGivenUpJobs(db.pool, SHOWN)).filter(({ task }) => task !== 'mail.send'),
    refused: await listRefusedRefunds(orm, since.refusedSince, SHOWN),
  };
}

type FoundFailures = Awaited<ReturnType<typeof readFailures>>;
type FailureRow<Kind extends keyof FoundFailures> = FoundFailures[Kind][number];

const getLimits = (now: Date) => {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  return {
    noLinkSince: ago(LINK_MINUTES * MINUTE_MS),
    overSince: ago(EXPIRED_LINK_MINUTES * MINUTE_MS),
    refundsBefore: ago(REFUND_MINUTES * MINUTE_MS),
    refusedSince: ago(REFUSED_DAYS * DAY_MS),
  };
};

const createItem = ({ at, ...rest }: Pick<Item, 'id' | 'what'> & Partial<Omit<Item, 'at'>> & { readonly at: Date }): Item => ({
  link: null,
  error: null,
  details: null,
  tries: null,
  ...rest,
  at: at.toISOString(),
});

const toJobItem = ({ id, task, attempts, lastError, lastTriedAt }: FailureRow<'jobs'>): Item =>
  createItem({ id, what: `${describeJob(task).title}, job ${id}`, error: formatError(lastError), tries: attempts, at: lastTriedAt });

const toRowItem = ({ id, task, rowId, attempts, lastError, firstAt }: FailureRow<'rows'>): Item =>
  createItem({
    id,
    what: `${describeJob(task).title}, reference ${rowId.slice(0, 8)}`,
    error: formatError(lastError),
    tries: attempts,
    at: firstAt,
  });

const mailItem = ({ id, to, mail, attempts, lastError, createdAt }: FailureRow<'mails'>): Item =>
  createItem({ id, what: `${mailLabel(mail)} to ${to}`, error: formatError(lastError), tries: attempts, at: createdAt });

const toPaymentItem = (row: FailureRow<'payments'>, label: LabelPayment): Item =>
  createItem({
    ...label(row),
    id: row.id,
    at: row.createdAt,
    error: row.hasLink ? `${formatProvider(row.provider)} hasn’t confirmed the result` : `No link from ${formatProvider(row.provider)}`,
  });

const toRenewalItem = (row: FailureRow<'renewals'>, label: LabelPayment): Item =>
  createItem({
    ...label(row),
    id: row.id,
    at: row.dueAt,
    error: meansErrorTexts[row.failedBy ?? 'declined'].message,
    details: row.retryAt ? `Tried again on ${row.retryAt.toISOString().slice(0, DAY_CHARS)}` : 'Not tried again',
    tries: row.failures,
  });

const refundItem = (row: FailureRow<'refunds'>, label: LabelPayment): Item =>
  createItem({ ...label(row, 'refund'), id: row.id, at: row.completedAt ?? row.requestedAt });

function toMismatchItem({ payment, ...row }: FailureRow<'mismatches'>, label: LabelPayment): Item {
  const { id, kind, amount, currency, reference, happenedAt } = row;
  const provider = formatProvider(row.provider);
  const known = payment ? label({ ...payment, paymentId: payment.id, amount, currency }) : undefined;
  const what = `${showMoney({ amount, currency }, 'en')} at ${provider}`;
  return createItem({ id, what, ...known, error: mismatchText[kind](provider), details: reference, at: happenedAt });
}

/** Counts only what was really retried: items that succeeded meanwhile or run now are skipped. */
export async function retryFailure({ clock }: AppContext, tx: DbClient, request: RetryFailure): Promise<Done<{ count: number }>> {
  const ids = await retryByKind(tx, request, clock.now());
  const after = { count: ids.length, ids: ids.slice(0, MAX_NAMED_IDS) };
  const entry = { about: request.kind, id: request.id ?? request.task ?? 'all', after };
  return { entries: ids.length > 0 ? [entry] : [], answer: { count: ids.length } };
}

async function retryByKind(tx: DbClient, { kind, id, task = '' }: RetryFailure, now: Date): Promise<readonly string[]> {
  const since = getLimits(now);
  if (kind === 'row') return retryRows(tx, { id, task, now });
  if (kind === 'mail') return retryFailedMails(tx, id);
  if (kind === 'payment') return pollWaitingPayments(tx, since, id, now);
  if (kind === 'renewal') return retryRenewals(tx, id, now);
  if (kind === 'mismatch') return closeMismatches(tx, id, now);
  if (kind === 'refund') return requeueRefunds(tx, { before: since.refundsBefore, ...(id === undefined ? {} : { id }) });
  return (await retryJobs(tx, id === undefined ? { task } : { id })).map((job) => job.id);
}
