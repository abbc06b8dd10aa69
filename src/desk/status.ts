// What the status page tells, read in one go. A database that does not answer is a finding, not a fault of the page.
import type { Ground } from '../infra/ground.ts';
import { causeLine } from '../infra/jobs/log.ts';
import { countJobs, type GivenUpJob, givenUpJobs, type JobCounts } from '../infra/jobs/look.ts';
import { countUnsent, type FailedMail, failedMails } from '../rooms/mail/actions.ts';

/** What does not change while the process lives, and the counts that other rooms bring. */
export type About = {
  readonly version: string;
  readonly buildId: string;
  readonly counts: () => readonly { readonly label: string; readonly value: number }[];
};

export type Status = {
  readonly about: About;
  readonly now: Date;
  readonly upSeconds: number;
  readonly memoryMebibytes: number;
  readonly database: { readonly milliseconds: number } | { readonly silent: string };
  readonly jobs: JobCounts | undefined;
  readonly givenUp: readonly GivenUpJob[];
  readonly mail: { readonly unsent: number; readonly failed: readonly FailedMail[] } | undefined;
};

const ROWS = 50;

export async function readStatus({ db, clock, log }: Ground, about: About): Promise<Status> {
  const ever = {
    about,
    now: clock.now(),
    upSeconds: Math.floor(process.uptime()),
    memoryMebibytes: Math.round(process.memoryUsage.rss() / 2 ** 20),
  };
  try {
    const started = performance.now();
    await db.pool.query('select 1');
    const milliseconds = Math.ceil(performance.now() - started);
    const [jobs, givenUp, unsent, failed] = await Promise.all([
      countJobs(db.pool),
      givenUpJobs(db.pool, ROWS),
      countUnsent(db.orm),
      failedMails(db.orm, ROWS),
    ]);
    return { ...ever, database: { milliseconds }, jobs, givenUp, mail: { unsent, failed } };
  } catch (cause) {
    log.warn({ cause: causeLine(cause) }, 'the status page got no answer from the database');
    return { ...ever, database: { silent: causeLine(cause) }, jobs: undefined, givenUp: [], mail: undefined };
  }
}
