// SQL of the desk's ticket list, counts and search.
import { and, asc, desc, eq, isNull, like, ne, type SQL, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { firstDeskText, type TicketRow } from '../queries.ts';
import type { Search } from '../rules.ts';
import type { TicketStatus } from '../statuses.ts';
import { supportTicket } from '../tables.ts';

const { number, status, updatedAt, waitsSince, assignedId, emailKey, orderNumber, urgent } = supportTicket;

/** Cursor: the last ticket of the previous page. */
export type TicketCursor = { readonly at: Date; readonly number: string };

type TicketFilter = {
  readonly status?: TicketStatus | undefined;
  readonly assigned?: string | undefined;
  readonly search?: Search | undefined;
  readonly limit: number;
  readonly after?: TicketCursor | undefined;
};

export type ListedTicket = TicketRow & { readonly about: string };

/** An urgent ticket is listed as if it had waited this much longer: before all others. */
export const URGENT_DAYS = 3_650;

/** Open tickets by longest wait, urgent ones first; all others by latest change. */
export function listForDesk(queries: DbClient, { status: only, assigned, search, limit, after }: TicketFilter): Promise<ListedTicket[]> {
  const isOpenList = only === 'open';
  const sortColumn = isOpenList ? sql`(${waitsSince} - case when ${urgent} then ${URGENT_DAYS} else 0 end * interval '1 day')` : updatedAt;
  const afterCursor =
    after && sql`(${sortColumn}, ${number}) ${sql.raw(isOpenList ? '>' : '<')} (${after.at.toISOString()}::timestamptz, ${after.number})`;
  return queries
    .select({ ...columns, about: firstDeskText })
    .from(supportTicket)
    .where(
      and(
        only === undefined ? undefined : eq(status, only),
        assigned === undefined ? undefined : assigned === 'nobody' ? isNull(assignedId) : eq(assignedId, assigned),
        search && matchesSearch(search),
        afterCursor,
      ),
    )
    .orderBy(...(isOpenList ? [asc(sortColumn), asc(number)] : [desc(sortColumn), desc(number)]))
    .limit(limit);
}

const columns = {
  number,
  status,
  updatedAt,
  waitsSince,
  assignedId,
  emailKey,
  orderNumber,
  urgent,
  name: supportTicket.name,
  email: supportTicket.email,
  accountId: supportTicket.accountId,
  locale: supportTicket.locale,
  createdAt: supportTicket.createdAt,
  version: supportTicket.version,
  firstDueAt: supportTicket.firstDueAt,
  firstAnsweredAt: supportTicket.firstAnsweredAt,
  assignedName: supportTicket.assignedName,
  orderId: supportTicket.orderId,
  knownBy: supportTicket.knownBy,
  namesTicket: supportTicket.namesTicket,
};

/** A word in more messages than this is searched for in the newest messages only. */
const COMMON_WORD_MESSAGES = 2_000;
const NEWEST_MESSAGES = 10_000;

/**
 * A subquery of its own: the planner misjudges how common a prefix is and would scan all tickets. A common
 * word is searched for in the newest messages only, one by one ("offset 0" prevents the index scan, which
 * would read all its matches and discard nearly all).
 */
const selectMessagesWith = (words: string): SQL => sql`
  with found as materialized (select ticket_number from support_message where words @@ ${words}::tsquery limit ${COMMON_WORD_MESSAGES + 1}),
    many as materialized (select count(*) > ${COMMON_WORD_MESSAGES} as yes from found)
  select ticket_number from found where not (select yes from many)
  union all
  select ticket_number from (select * from support_message where id > (select max(id) - ${NEWEST_MESSAGES} from support_message) offset 0) as newest
  where (select yes from many) and words @@ ${words}::tsquery`;

/** All values are bound or escaped. */
function matchesSearch({ by, value }: Search): SQL {
  if (by === 'number') return eq(number, value);
  if (by === 'order') return eq(orderNumber, value);
  if (by === 'address') return like(emailKey, `${value.replace(/[\\%_]/g, '\\$&')}%`);
  return sql`${number} in (${selectMessagesWith(value)})`;
}

/** `lateSince`: who has waited for any answer since before this moment is late. */
type Counting = { readonly operatorId: string; readonly now: Date; readonly lateSince: Date | undefined };

/** Counts tickets that are not closed, which are few. */
export async function countForDesk(queries: DbClient, { operatorId, now, lateSince }: Counting) {
  const open = sql`${status} = 'open'`;
  const count = (which: SQL) => sql<number>`(count(*) filter (where ${which}))::int`;
  const [row] = await queries
    .select({
      open: count(open),
      waiting: count(sql`${status} = 'waiting'`),
      late: count(
        sql`${open} and ((${supportTicket.firstAnsweredAt} is null and ${supportTicket.firstDueAt} < ${now.toISOString()}::timestamptz)
          or ${waitsSince} < ${lateSince?.toISOString() ?? null}::timestamptz)`,
      ),
      nobodys: count(sql`${open} and ${assignedId} is null`),
      mine: count(sql`${open} and ${assignedId} = ${operatorId}`),
    })
    .from(supportTicket)
    .where(sql`${status} <> 'closed'`);
  return row ?? { open: 0, waiting: 0, late: 0, nobodys: 0, mine: 0 };
}

/** An operator's tickets that are not closed. */
export async function listOpenTickets(queries: DbClient, operatorId: string): Promise<string[]> {
  const rows = await queries
    .select({ number })
    .from(supportTicket)
    .where(and(eq(assignedId, operatorId), ne(status, 'closed')))
    .orderBy(asc(number));
  return rows.map((row) => row.number);
}

export async function unassignClosedTickets(tx: DbClient, operatorId: string): Promise<void> {
  await tx
    .update(supportTicket)
    .set({ assignedId: null, assignedName: null })
    .where(and(eq(assignedId, operatorId), eq(status, 'closed')));
}
