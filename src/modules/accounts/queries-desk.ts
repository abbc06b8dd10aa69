// The SQL of customers as the desk looks them up: always by how something begins, never the whole table.
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { DbClient } from '../../infra/database/database.ts';
import { emailKey } from '../../lib/people/email.ts';
import { account, accountSession } from './tables.ts';

const { id, email, firstName, lastName, createdAt, erasedAt } = account;
const shown = { id, email, firstName, lastName, createdAt, erasedAt };

/** Nothing that somebody types means anything but itself. */
const beginning = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/** By how the address begins, or the name, or the last name. Each way stops at as many as are shown: half the world may be called like that. */
export async function findCustomers(queries: DbClient, text: string, limit: number) {
  const [address, name] = [beginning(emailKey(text)), beginning(text.trim().replace(/\s+/g, ' '))];
  const ways = [
    sql`${account.emailKey} like ${address}`,
    sql`lower(${firstName} || ' ' || ${lastName}) like lower(${name})`,
    sql`lower(${lastName}) like lower(${name})`,
  ];
  const found = await Promise.all(
    ways.map((way) =>
      queries
        .select(shown)
        .from(account)
        .where(and(isNull(erasedAt), way))
        .limit(limit),
    ),
  );
  const once = new Map(found.flat().map((row) => [row.id, row]));
  return [...once.values()].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime()).slice(0, limit);
}

/** Who they are, for a list that has their ids. */
export const peopleOf = (queries: DbClient, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : queries
        .select(shown)
        .from(account)
        .where(inArray(id, [...new Set(ids)]));

/** Of one, what the desk may know: no secret, and nothing that a secret could be made from. */
export async function customerFacts(queries: DbClient, accountId: string, now: Date) {
  const { country, city, address, zipCode, locale, emailVerifiedAt, totpSince, eraseAt } = account;
  const [row] = await queries
    .select({ ...shown, country, city, address, zipCode, locale, emailVerifiedAt, totpSince, eraseAt })
    .from(account)
    .where(eq(id, accountId));
  if (!row) return undefined;
  const [sessions] = await queries
    .select({ count: sql<number>`count(*)::int`, lastUsedAt: sql<Date | null>`max(${accountSession.lastUsedAt})`.mapWith(createdAt) })
    .from(accountSession)
    .where(and(eq(accountSession.accountId, accountId), isNull(accountSession.endedAt), gt(accountSession.expiresAt, now)));
  return { ...row, sessions: sessions?.count ?? 0, seenAt: sessions?.lastUsedAt ?? null };
}
