// Audit entries of rejected log-ins. The first within 15 minutes is written immediately; later ones are
// counted in memory and written as one entry. An attack writes at most two entries per 15 minutes for each
// operator and reason, and two for all unknown addresses.
import type { AppContext } from '#platform/app-context.ts';
import { formatCause } from '#platform/logging/log.ts';
import { findLogInRefusal } from '#platform/logging/security-log.ts';
import { insertAudit } from './queries.ts';

/** `limit`: rejected by the rate limit, before the password was checked. */
type Reason = NonNullable<ReturnType<typeof findLogInRefusal>>;

type Count = {
  readonly operatorId: string | undefined;
  readonly reason: Reason;
  readonly windowEnd: number;
  since: Date;
  until: Date;
  tries: number;
};

export type RefusedLogIns = {
  /**
   * Does not delay the response: the timing would reveal which addresses exist. `operatorId`: undefined also
   * if the attempt was rejected before the operator was looked up.
   */
  note(cause: unknown, operatorId: string | undefined, emailKey?: string): void;
  /** Writes the pending counts. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

const WINDOW_MS = 15 * 60_000;
/** The actor of entries without a known operator. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export function openRefusedLogIns({ db, clock, log }: Pick<AppContext, 'clock' | 'db' | 'log'>): RefusedLogIns {
  const counts = new Map<string, Count>();
  /** By address, only of existing operators, so that it stays bounded. */
  const operatorIdByEmail = new Map<string, string>();
  let writing = Promise.resolve();

  function write({ operatorId, reason, since, until, tries }: Count): void {
    const line = {
      at: until,
      operatorId: NOBODY,
      act: 'desk.logInRefused',
      subjectKind: 'operator',
      subjectId: operatorId ?? 'unknown',
      before: null,
      after: { reason, tries, since, until },
      why: null,
    };
    writing = writing
      .then(() => insertAudit(db.orm, line))
      .catch((cause: unknown) => log.error({ cause: formatCause(cause) }, 'desk.audit.failed'));
  }

  function flush(): Promise<void> {
    for (const count of counts.values()) if (count.tries > 0) write(count);
    const now = clock.now().getTime();
    for (const [key, count] of counts) {
      count.tries = 0;
      if (count.windowEnd <= now) counts.delete(key);
    }
    return writing;
  }

  const timer = setInterval(() => void flush(), WINDOW_MS).unref();
  function count(operatorId: string | undefined, cause: unknown): void {
    const reason = findLogInRefusal(cause);
    if (!reason) return;
    const now = clock.now();
    const key = `${operatorId} ${reason}`;
    const found = counts.get(key);
    if (found && found.windowEnd > now.getTime()) {
      if (found.tries === 0) found.since = now;
      found.until = now;
      found.tries++;
      return;
    }
    if (found && found.tries > 0) write(found);
    const first = { operatorId, reason, windowEnd: now.getTime() + WINDOW_MS, since: now, until: now };
    write({ ...first, tries: 1 });
    counts.set(key, { ...first, tries: 0 });
  }

  return {
    note(cause, operatorId, emailKey = '') {
      if (operatorId !== undefined && emailKey !== '') operatorIdByEmail.set(emailKey, operatorId);
      count(operatorId ?? operatorIdByEmail.get(emailKey), cause);
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
