// How many purchases and deposits an account may make in any hour, as the owner has set it. The point is taken in the transaction of the purchase itself
// (the function consume_rate_limit of the database): what is refused or repeated under its idempotency key costs none.
import { createHash } from 'node:crypto';
import type { UserError } from '../../lib/user-error.ts';
import type { Config } from '../config/config.ts';
import { tooMany } from './limits.ts';

type Limited = 'purchase' | 'deposit';
export type HourlyLimit = { readonly key: string; readonly points: number };

/** Null where limits are off. */
export function hourlyLimit(config: Config, what: Limited, accountId: string): HourlyLimit | null {
  if (!config.rateLimits) return null;
  const points = what === 'purchase' ? config.perHour.purchases : config.perHour.deposits;
  return { key: createHash('sha256').update(`${what}.hour\0${accountId}`).digest('base64url'), points };
}

type DatabaseFault = { readonly code?: string; readonly detail?: string };

/** The refusal, where the database says that the limit is used up. */
export const hourlyRefusal = ({ code, detail }: DatabaseFault): UserError | undefined =>
  code === 'FF009' ? tooMany(Math.max(1, Number(detail) || 1)) : undefined;
