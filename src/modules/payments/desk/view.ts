// A payment as the desk's pages show it.
import { getAttemptState, isBeingConfirmed } from '../rules.ts';
import type { listSubjectPayments } from './queries.ts';
import type { OrderPayment } from './shapes.ts';

type Payment = Awaited<ReturnType<typeof listSubjectPayments>>[number];

export const viewPayment = ({ outcome, outcomeAt, silentSince, pollAt, ...row }: Payment, now: Date): OrderPayment => {
  const attempt = { outcome, outcomeAt, silentSince };
  return {
    ...row,
    link: isBeingConfirmed(attempt) ? null : row.link,
    attempt: row.state === 'open' ? getAttemptState(attempt, now) : null,
    linkExpiresAt: row.linkExpiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    askAt: pollAt?.toISOString() ?? null,
  };
};
