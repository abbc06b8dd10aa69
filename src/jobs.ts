// TABLE 4: the jobs: payload, tries and schedule. A payload contains ids, never personal data or secrets,
// because it is stored until the job is done.
import * as z from 'zod/mini';

export type JobRow = {
  readonly payload: z.ZodMiniObject;
  /** Number of tries; then the job is given up, stays visible, and an operator can retry it. */
  readonly attempts: number;
  /** Maximum delay between two tries. The first delays are 3, 7, 20 and 55 seconds. */
  readonly maxRetryMinutes: number;
  readonly schedule?: keyof typeof schedules;
  /** Jobs of one queue run one after another. A scheduled job has a queue of its own. */
  readonly queue?: string;
};

/** In UTC, each at a different minute, away from the full hour when many systems are busy. */
export const schedules = {
  minutely: { match: '* * * * *', catchUpHours: 0 },
  hourly: { match: '7 * * * *', catchUpHours: 1 },
  daily: { match: '23 3 * * *', catchUpHours: 24 },
  weekly: { match: '41 4 * * 0', catchUpHours: 48 },
} as const;

const nothing = z.object({});

export const jobs = {
  // Two days of a mail server outage, retried every quarter of an hour.
  'mail.send': { payload: z.object({ id: z.uuid() }), attempts: 200, maxRetryMinutes: 15 },
  // A day of an outage of what a plugin calls.
  'mail.notifyPlugin': { payload: z.object({ id: z.uuid(), plugin: z.string() }), attempts: 100, maxRetryMinutes: 15 },
  'mail.sweep': { payload: nothing, attempts: 3, maxRetryMinutes: 15, schedule: 'hourly' },
  'accounts.sendRecovery': { payload: z.object({ id: z.uuid() }), attempts: 20, maxRetryMinutes: 5 },
  'accounts.deleteExpired': { payload: nothing, attempts: 8, maxRetryMinutes: 60, schedule: 'daily' },
  'accounts.export': { payload: z.object({ id: z.uuid() }), attempts: 20, maxRetryMinutes: 5 },
  'accounts.erase': { payload: nothing, attempts: 8, maxRetryMinutes: 15, schedule: 'hourly' },
  'payments.createLink': { payload: z.object({ id: z.uuid() }), attempts: 40, maxRetryMinutes: 15 },
  'payments.cancelLink': { payload: z.object({ id: z.uuid() }), attempts: 40, maxRetryMinutes: 15 },
  // The poll asks again, less and less often.
  'payments.charge': { payload: z.object({ id: z.uuid() }), attempts: 10, maxRetryMinutes: 5 },
  'payments.forgetMeans': { payload: z.object({ id: z.uuid() }), attempts: 200, maxRetryMinutes: 15 },
  'payments.refund': { payload: z.object({ id: z.uuid() }), attempts: 200, maxRetryMinutes: 15 },
  'payments.sweep': { payload: nothing, attempts: 3, maxRetryMinutes: 15, schedule: 'hourly' },
  'payments.poll': { payload: nothing, attempts: 1, maxRetryMinutes: 1, schedule: 'minutely' },
  'payments.reconcile': { payload: nothing, attempts: 8, maxRetryMinutes: 15, schedule: 'hourly' },
  'payments.deleteExpired': { payload: nothing, attempts: 8, maxRetryMinutes: 60, schedule: 'daily' },
  'orders.sendConfirmations': { payload: nothing, attempts: 1, maxRetryMinutes: 1, schedule: 'minutely' },
  'orders.voidUnpaid': { payload: nothing, attempts: 8, maxRetryMinutes: 15, schedule: 'hourly' },
  'subscriptions.renew': { payload: nothing, attempts: 8, maxRetryMinutes: 15, schedule: 'hourly' },
  // Between full minutes too: a delivery makes room for the next request.
  'plans.advance': { payload: nothing, attempts: 1, maxRetryMinutes: 1, schedule: 'minutely' },
  'invoicing.issue': { payload: nothing, attempts: 1, maxRetryMinutes: 1, schedule: 'minutely' },
  'quotes.remind': { payload: nothing, attempts: 8, maxRetryMinutes: 15, schedule: 'hourly' },
  // Nothing waits for it: an authority that does not answer leaves the ID unchecked.
  'invoicing.checkVatId': { payload: z.object({ id: z.uuid() }), attempts: 3, maxRetryMinutes: 15 },
  'mail.deleteExpired': { payload: nothing, attempts: 8, maxRetryMinutes: 60, schedule: 'daily' },
  // A remote store may be down for a while; until then the files stay there, inaccessible.
  'files.remove': { payload: z.object({ id: z.uuid() }), attempts: 200, maxRetryMinutes: 15 },
  'fulfilment.makePieces': { payload: nothing, attempts: 1, maxRetryMinutes: 1, schedule: 'minutely' },
  // Between full minutes, so that a payment made just now does not wait for the next run.
  'fulfilment.makePiecesSoon': { payload: nothing, attempts: 1, maxRetryMinutes: 1, queue: 'fulfilment.makePieces' },
  'fulfilment.assignPieces': { payload: nothing, attempts: 1, maxRetryMinutes: 1, schedule: 'minutely' },
  'fulfilment.acceptDue': { payload: nothing, attempts: 1, maxRetryMinutes: 1, schedule: 'minutely' },
  'fulfilment.removeFile': { payload: z.object({ id: z.uuid() }), attempts: 200, maxRetryMinutes: 15 },
  'fulfilment.deleteExpired': { payload: nothing, attempts: 8, maxRetryMinutes: 15, schedule: 'hourly' },
  'files.deleteExpired': { payload: nothing, attempts: 8, maxRetryMinutes: 15, schedule: 'hourly' },
  'support.carryOutDeclaration': { payload: z.object({ id: z.uuid() }), attempts: 40, maxRetryMinutes: 15 },
  'support.deleteExpired': { payload: nothing, attempts: 8, maxRetryMinutes: 15, schedule: 'hourly' },
  'audit.checkChanges': { payload: nothing, attempts: 3, maxRetryMinutes: 15, schedule: 'hourly' },
  'audit.checkWhole': { payload: nothing, attempts: 3, maxRetryMinutes: 60, schedule: 'weekly' },
  'sales.sendReminders': { payload: nothing, attempts: 8, maxRetryMinutes: 15, schedule: 'hourly' },
  // Events of the last minute, then what automations do about them.
  'automations.run': { payload: nothing, attempts: 1, maxRetryMinutes: 1, schedule: 'minutely' },
  // Waits for slow receivers, but not longer than for one answer after the last message. Starts itself anew.
  'webhooks.send': { payload: nothing, attempts: 1, maxRetryMinutes: 1, schedule: 'minutely' },
  // Mails and chat messages have jobs of their own, so this one is short.
  'desk.sendNotices': { payload: nothing, attempts: 1, maxRetryMinutes: 1, schedule: 'minutely' },
  // A day of an outage of the chat program.
  'desk.sendChat': { payload: z.object({ id: z.uuid() }), attempts: 100, maxRetryMinutes: 15 },
  'desk.notifyPlugin': { payload: z.object({ id: z.uuid(), plugin: z.string() }), attempts: 100, maxRetryMinutes: 15 },
  // All or nothing; its operator starts it again.
  'desk.moveIn': { payload: z.object({ id: z.uuid() }), attempts: 1, maxRetryMinutes: 1 },
  'desk.sendRecovery': { payload: z.object({ id: z.uuid() }), attempts: 20, maxRetryMinutes: 5 },
  'desk.deleteExpired': { payload: nothing, attempts: 8, maxRetryMinutes: 60, schedule: 'daily' },
  'desk.aggregateReports': { payload: nothing, attempts: 8, maxRetryMinutes: 15, schedule: 'hourly' },
} as const satisfies Readonly<Record<string, JobRow>>;

export type JobName = keyof typeof jobs;
export type JobPayload<Name extends JobName> = z.output<(typeof jobs)[Name]['payload']>;

/**
 * A run that takes longer than the time between two runs is not joined by the next one: together they would
 * do the same work twice, wait for each other's locks, and leave no slot for mails.
 */
export function findQueue(name: JobName): string | undefined {
  const row: JobRow = jobs[name];
  return row.queue ?? (row.schedule && name);
}

/**
 * The signal aborts when the process stops: a handler with network calls must pass it on, or it delays the
 * stop.
 */
export type JobHandler<Name extends JobName> = (payload: JobPayload<Name>, signal: AbortSignal) => Promise<void>;

/** A job without a handler does not compile. */
export type JobHandlers = { readonly [Name in JobName]: JobHandler<Name> };

export const jobNames = Object.keys(jobs) as readonly JobName[];
export const isJobName = (name: string): name is JobName => Object.hasOwn(jobs, name);

/** Thrown if a retry cannot help: the job is given up immediately and stays visible. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
}
