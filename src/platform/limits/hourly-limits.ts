// Per-account limits of purchases and deposits per hour, set by the owner. The point is taken inside the purchase's transaction (SQL function
// consume_rate_limit), so rejected and repeated requests cost none.
import { createHash } from 'node:crypto';
import type { UserError } from '#lib/user-error.ts';
import type { Config } from '../config/config.ts';
import { tooMany } from './limits.ts';

type Limited = 'purchase' | 'deposit';
export type HourlyLimit = { readonly key: string; readonly points: number };

/** Null if limits are off. */
export function hourlyLimit(config: Config, what: Limited, accountId: string): HourlyLimit | null {
  if (!config.rateLimits) return null;
  const points = what === 'purchase' ? config.perHour.purchases : config.perHour.deposits;
  return { key: createHash('sha256').update(`${what}.hour\0${accountId}`).digest('base64url'), points };
}

type DatabaseFault = { readonly code?: string; readonly detail?: string };

/** The error, if the database reports that the limit is used up. */
export const hourlyRefusal = ({ code, detail }: DatabaseFault): UserError | undefined =>
  code === 'FF009' ? tooMany(Math.max(1, Number(detail) || 1)) : undefined;
