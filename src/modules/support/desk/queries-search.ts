// Tickets for the global search, which runs as the operator types: each query is bounded and uses an index.
import { desc, eq, inArray, sql } from 'drizzle-orm';
import { type Db, type DbClient, transaction } from '#platform/database/database.ts';
import { firstDeskText, type TicketRow } from '../queries.ts';
import { parseSearchText, type Search } from '../rules.ts';
import { supportMessage, supportTicket } from '../tables.ts';

const { number, name, status, emailKey, orderNumber } = supportTicket;

export type FoundTickets = {
  readonly tickets: readonly (Pick<TicketRow, 'number' | 'name' | 'status'> & { readonly about: string })[];
  /** There are or may be more; the list of tickets has them all. */
  readonly more: boolean;
};

/** A word in more messages than this is too common for a short result list. */
const MAX_RARE_WORD_MESSAGES = 200;
/** Bounds how many matches the GIN index returns for a common word; above it the index returns a sample. */
const MAX_INDEX_MATCHES = 2_000;

/** Whole words only: prefix matches cannot be bounded. */
const toExactWords = (value: string): string => value.replaceAll(':*', '');

export const searchTickets = async (db: Db, text: string, limit: number): Promise<FoundTickets> => {
  const search = parseSearchText(text);
  return search ? findTickets(db, search, limit) : { tickets: [], more: false };
};

async function findTickets(db: Db, { by, value }: Search, limit: number): Promise<FoundTickets> {
  if (by !== 'words') {
    const rows = await (by === 'address' ? findByAddress(db.orm, value, limit + 1) : findByName(db.orm, by, value, limit + 1));
    return { tickets: rows.slice(0, limit), more: rows.length > limit };
  }
  return transaction(db, async (tx) => {
    // For common words the planner would prefer a sequential scan.
    await tx.execute(
      sql`select set_config('gin_fuzzy_search_limit', ${String(MAX_INDEX_MATCHES)}, true), set_config('enable_seqscan', 'off', true)`,
    );
    const matches = await tx
      .select({ number: supportMessage.ticketNumber })
      .from(supportMessage)
      .where(sql`${supportMessage.words} @@ ${toExactWords(value)}::tsquery`)
      .limit(MAX_RARE_WORD_MESSAGES + 1);
    if (matches.length > MAX_RARE_WORD_MESSAGES) return { tickets: [], more: true };
    const numbers = [...new Set(matches.map((place) => place.number))];
    const tickets = numbers.length === 0 ? [] : await selectNewest(tx, numbers, limit);
    return { tickets, more: numbers.length > tickets.length };
  });
}

/** Tickets that wait for the desk, counted up to the limit. */
export async function countOpen(queries: DbClient, limit: number): Promise<number> {
  const { rows } = await queries.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from support_ticket where status = 'open' order by waits_since limit ${limit}::int) as waiting`);
  return rows[0]?.count ?? 0;
}

const resultColumns = { number, name, status, about: firstDeskText };

const findByName = (queries: DbClient, by: 'number' | 'order', value: string, limit: number) =>
  queries
    .select(resultColumns)
    .from(supportTicket)
    .where(eq(by === 'number' ? number : orderNumber, value))
    .limit(limit);

/** In index order, so the scan stops at the limit. */
const findByAddress = (queries: DbClient, beginning: string, limit: number) =>
  queries
    .select(resultColumns)
    .from(supportTicket)
    .where(sql`${emailKey} like ${`${beginning.replace(/[\\%_]/g, '\\$&')}%`}`)
    .orderBy(sql`${emailKey} using ~<~`)
    .limit(limit);

const selectNewest = (queries: DbClient, numbers: readonly string[], limit: number) =>
  queries
    .select(resultColumns)
    .from(supportTicket)
    .where(inArray(number, [...numbers]))
    .orderBy(desc(supportTicket.updatedAt), desc(number))
    .limit(limit);
