// SQL of the desk's customer search: prefix matches that use an index.
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { DbClient } from '../../infra/database/database.ts';
import { emailKey } from '../../lib/people/email.ts';
import { account, accountSession } from './tables.ts';

const { id, email, firstName, lastName, createdAt, erasedAt } = account;
const columns = { id, email, firstName, lastName, createdAt, erasedAt };

/** Escapes LIKE wildcards. */
const beginning = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Matches the start of the address, the name or the last name. Each branch is limited, because names repeat. */
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
        .select(columns)
        .from(account)
        .where(and(isNull(erasedAt), way))
        .limit(limit),
    ),
  );
  const once = new Map(found.flat().map((row) => [row.id, row]));
  return [...once.values()].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, limit);
}

/** Names and addresses for a list of ids. */
export const peopleOf = (queries: DbClient, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : queries
        .select(columns)
        .from(account)
        .where(inArray(id, [...new Set(ids)]));

/** Facts shown at the desk; no secrets. */
export async function customerFacts(queries: DbClient, accountId: string, now: Date) {
  const { country, city, address, zipCode, locale, emailVerifiedAt, totpSince, eraseAt } = account;
  const [row] = await queries
    .select({ ...columns, country, city, address, zipCode, locale, emailVerifiedAt, totpSince, eraseAt })
    .from(account)
    .where(eq(id, accountId));
  if (!row) return undefined;
  const [sessions] = await queries
    .select({ count: sql<number>`count(*)::int`, lastUsedAt: sql<Date | null>`max(${accountSession.lastUsedAt})`.mapWith(createdAt) })
    .from(accountSession)
    .where(and(eq(accountSession.accountId, accountId), isNull(accountSession.endedAt), gt(accountSession.expiresAt, now)));
  return { ...row, sessions: sessions?.count ?? 0, seenAt: sessions?.lastUsedAt ?? null };
}
