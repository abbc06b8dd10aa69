// The periodic audit, and what the metrics say about it.
import type { AppContext } from '#platform/app-context.ts';
import type { GaugeReading } from '#platform/logging/metrics.ts';
import type { JobHandlers } from '../jobs.ts';
import { checkBooks } from './checks.ts';

export const auditJobs = (ctx: AppContext): Pick<JobHandlers, 'audit.checkChanges' | 'audit.checkWhole'> => ({
  'audit.checkChanges': () => check(ctx, false),
  'audit.checkWhole': () => check(ctx, true),
});

async function check(ctx: AppContext, isWhole: boolean): Promise<void> {
  const began = performance.now();
  const { whole, changed, breaches } = await checkBooks(ctx, { whole: isWhole });
  const ms = Math.round(performance.now() - began);
  if (breaches.length === 0) ctx.log.info({ whole, changed, ms }, 'audit.check.done');
  for (const { rule, row } of breaches) ctx.log.error({ rule, row }, 'audit.rule.broken');
}

export const createAuditGauges = ({ db, clock }: AppContext): readonly GaugeReading[] => [
  {
    name: 'fanfare_audit_broken_rows',
    help: 'Rows that broke a rule of the books at the last check',
    async read() {
      const { rows } = await db.pool.query<{ broken: number }>('select broken from audit_check order by id desc limit 1');
      return rows[0]?.broken ?? 0;
    },
  },
  {
    name: 'fanfare_audit_age_seconds',
    help: 'Time since a check of the books found nothing',
    async read() {
      const { rows } = await db.pool.query<{ at: Date }>('select at from audit_check where broken = 0 order by id desc limit 1');
      return rows[0] ? Math.max(0, (clock.now().getTime() - rows[0].at.getTime()) / 1_000) : Number.NaN;
    },
  },
];
