// When a webhook is tried again, and when its endpoint is turned off. Pure.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The pauses before the tries, by Standard Webhooks 1.0: ten tries in 75.6 hours. */
const pauses = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;
/** A part of the pause, so that a receiver that comes back does not get everything at once. */
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = DAY_MS;
const FAILING_DAYS = 5;

/** Tries a program has already been asked for later than the pause. `random`: from 0 to 1. */
export function getNextTry(
  attempts: number,
  now: Date,
  { retryAfterMs = 0, random = 0 }: { retryAfterMs?: number; random?: number },
): Date | null {
  const pause = pauses[attempts];
  if (pause === undefined) return null;
  return new Date(now.getTime() + Math.max(pause * (1 + JITTER * random), Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)));
}

export const isArrived = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** Null: it stays on. `failingSince`: of the tries before this one. */
export function findDisableReason(status: number | null, failingSince: Date | null, now: Date): 'gone' | 'failing' | null {
  if (status === 410) return 'gone';
  return failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_DAYS * DAY_MS ? 'failing' : null;
}

/** Seconds, or a date (RFC 9110, 10.2.3); 0 if it is neither. */
export function parseRetryAfter(text: string | undefined, now: Date): number {
  if (text === undefined) return 0;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * SECOND_MS;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}

/** "msg_" and the id without dashes: the same for each try. */
export const toMessageName = (id: string): string => `msg_${id.replaceAll('-', '')}`;
