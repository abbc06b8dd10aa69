// SQL of the desk's customer list and search. Prefix matches use an index.
import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { normalizeEmail } from '#lib/people/email.ts';
import type { DbClient } from '#platform/database/database.ts';
import { account, accountSession } from './tables.ts';

const { id, email, firstName, lastName, createdAt, erasedAt } = account;
const columns = { id, email, firstName, lastName, createdAt, erasedAt };

/** Escapes LIKE wildcards. */
const toPrefixPattern = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Matches the start of the address, the name or the last name. Each branch is limited, because names repeat.
 */
export async function findCustomers(queries: DbClient, text: string, limit: number) {
  const [address, name] = [toPrefixPattern(normalizeEmail(text)), toPrefixPattern(text.trim().replace(/\s+/g, ' '))];
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

/**
 * Accounts whose names and addresses are read. Frequent parts are found among them, and rare ones by an index
 * of all.
 */
const MAX_SEARCHED_ACCOUNTS = 20_000;
/** The index has groups of three characters. */
const MIN_INDEXED_CHARS = 3;

/**
 * Matches any part of the address or the name; of two characters, the beginnings only if the customer is not
 * among the newest.
 */
export async function searchCustomers(queries: DbClient, text: string, limit: number) {
  const words = text.trim().replace(/\s+/g, ' ').toLowerCase();
  const [begin, within] = await Promise.all([findCustomers(queries, text, limit), searchNewest(queries, words, limit)]);
  const found = new Map([...begin, ...within].map((row) => [row.id, row]));
  if (found.size < limit && words.length >= MIN_INDEXED_CHARS)
    for (const row of await searchAll(queries, words, limit)) found.set(row.id, row);
  return [...found.values()].slice(0, limit);
}

function searchNewest(queries: DbClient, words: string, limit: number) {
  const newest = queries.select(columns).from(account).orderBy(desc(createdAt), desc(id)).limit(MAX_SEARCHED_ACCOUNTS).as('newest');
  const part = `%${toPrefixPattern(words)}`;
  const inEmail = sql`lower(${newest.email}) like ${part}`;
  const inName = sql`lower(${newest.firstName} || ' ' || ${newest.lastName}) like ${part}`;
  return queries
    .select()
    .from(newest)
    .where(and(isNull(newest.erasedAt), or(inEmail, inName)))
    .orderBy(desc(newest.createdAt), desc(newest.id))
    .limit(limit);
}

/**
 * As in the index. The line feed keeps a part from matching the end of the name and the beginning of the
 * address.
 */
const nameAndAddress = sql`lower(${firstName} || ' ' || ${lastName} || chr(10) || ${email})`;

const searchAll = (queries: DbClient, words: string, limit: number) =>
  queries
    .select(columns)
    .from(account)
    .where(
      and(
        isNull(erasedAt),
        sql`text_grams(${nameAndAddress}) @> text_grams(${words}::text)`,
        sql`${nameAndAddress} like ${`%${toPrefixPattern(words)}`}`,
      ),
    )
    .limit(limit);

/** Names and addresses for a list of ids. */
export const findPeople = (queries: DbClient, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : queries
        .select(columns)
        .from(account)
        .where(inArray(id, [...new Set(ids)]));

/** Facts shown at the desk; no secrets. */
export async function findCustomerFacts(queries: DbClient, accountId: string, now: Date) {
  const { country, city, address, zipCode, state, locale, emailVerifiedAt, totpSince, eraseAt } = account;
  const [row] = await queries
    .select({ ...columns, country, city, address, zipCode, state, locale, emailVerifiedAt, totpSince, eraseAt })
    .from(account)
    .where(eq(id, accountId));
  if (!row) return undefined;
  const [sessions] = await queries
    .select({ count: sql<number>`count(*)::int`, lastUsedAt: sql<Date | null>`max(${accountSession.lastUsedAt})`.mapWith(createdAt) })
    .from(accountSession)
    .where(and(eq(accountSession.accountId, accountId), isNull(accountSession.endedAt), gt(accountSession.expiresAt, now)));
  return { ...row, sessions: sessions?.count ?? 0, seenAt: sessions?.lastUsedAt ?? null };
}
