// Reads the values of the status page. If the database does not answer, the page says so.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countUnsent, type FailedMail } from '#modules/mail/actions.ts';
import { listFailedMails } from '#modules/mail/queries.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type BackupStatus, readBackupStatus } from '#platform/backup/open-backup.ts';
import { countJobs, type GivenUpJob, type JobCounts, listGivenUpJobs } from '#platform/jobs/admin.ts';
import { formatCause } from '#platform/logging/log.ts';
import { root } from '#platform/paths.ts';

/** Values that the process provides. */
export type About = { readonly build: { readonly id: string }; readonly offers: () => number };

export type Status = {
  readonly version: string;
  readonly buildId: string;
  readonly offers: number;
  readonly now: Date;
  readonly upSeconds: number;
  readonly memoryMebibytes: number;
  readonly backup: BackupStatus;
  readonly database: { readonly milliseconds: number } | { readonly silent: string };
  readonly jobs: JobCounts | undefined;
  readonly givenUp: readonly GivenUpJob[];
  readonly mail: { readonly unsent: number; readonly failed: readonly FailedMail[] } | undefined;
};

const ROWS = 50;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

export async function readStatus({ config, db, clock, log }: AppContext, about: About): Promise<Status> {
  const ever = {
    version,
    buildId: about.build.id,
    offers: about.offers(),
    now: clock.now(),
    backup: await readBackupStatus(config),
    upSeconds: Math.floor(process.uptime()),
    memoryMebibytes: Math.round(process.memoryUsage.rss() / 2 ** 20),
  };
  try {
    const started = performance.now();
    await db.pool.query('select 1');
    const milliseconds = Math.ceil(performance.now() - started);
    const [jobs, givenUp, unsent, failed] = await Promise.all([
      countJobs(db.pool),
      listGivenUpJobs(db.pool, ROWS),
      countUnsent(db.orm),
      listFailedMails(db.orm, ROWS),
    ]);
    return { ...ever, database: { milliseconds }, jobs, givenUp, mail: { unsent, failed } };
  } catch (cause) {
    log.warn({ cause: formatCause(cause) }, 'status.database.unreachable');
    return { ...ever, database: { silent: formatCause(cause) }, jobs: undefined, givenUp: [], mail: undefined };
  }
}
