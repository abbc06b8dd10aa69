// SQL of tickets and their threads. The desk's queries are in desk/, those of keys and files in mail/ and
// files/.
import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofAccount, ofDesk } from '#platform/live/changes.ts';
import { searchWords } from './rules.ts';
import { supportFile, supportKey, supportMessage, supportTicket } from './tables.ts';

export type TicketRow = typeof supportTicket.$inferSelect;
type NewTicket = typeof supportTicket.$inferInsert;
type NewMessage = Omit<typeof supportMessage.$inferInsert, 'words'>;

/** Publishes the change to the writer and the desk; notes only to the desk. */
function markTicketChanged(
  tx: DbClient,
  { accountId }: { readonly accountId?: string | null | undefined },
  who: 'both' | 'desk' = 'both',
): void {
  markChanged(tx, ofDesk, 'tickets');
  if (accountId && who === 'both') markChanged(tx, ofAccount(accountId), 'tickets');
}

/** False if the number is taken. */
export async function insertTicket(tx: DbClient, ticket: NewTicket): Promise<boolean> {
  const { rowCount } = await tx.insert(supportTicket).values(ticket).onConflictDoNothing({ target: supportTicket.number });
  if (rowCount !== 0) markTicketChanged(tx, ticket);
  return rowCount !== 0;
}

const toLexemes = (text: string) =>
  sql`array_to_tsvector(array(select jsonb_array_elements_text(${JSON.stringify(searchWords(text))}::jsonb)))`;

/** `also`: additional search terms. Call setTicket to publish the change. */
export async function insertTicketMessage(tx: DbClient, message: NewMessage, also = ''): Promise<number> {
  const [row] = await tx
    .insert(supportMessage)
    .values({ ...message, words: toLexemes(`${message.text} ${also}`) })
    .returning({ id: supportMessage.id });
  if (!row) throw new Error('inserted message has no id');
  return row.id;
}

/** All changes of a ticket are decided under this lock. */
export async function lockTicket(tx: DbClient, number: string): Promise<TicketRow | undefined> {
  const [row] = await tx.select().from(supportTicket).where(eq(supportTicket.number, number)).for('update');
  return row;
}

export async function findTicket(queries: DbClient, number: string): Promise<TicketRow | undefined> {
  const [row] = await queries.select().from(supportTicket).where(eq(supportTicket.number, number));
  return row;
}

export type Set = Partial<Omit<TicketRow, 'number'>>;

/** Requires the ticket's lock. */
export async function setTicket(tx: DbClient, ticket: TicketRow, set: Set, who: 'both' | 'desk' = 'both'): Promise<void> {
  if (Object.keys(set).length > 0) await tx.update(supportTicket).set(set).where(eq(supportTicket.number, ticket.number));
  markTicketChanged(tx, ticket, who);
}

/** Longest thread shown; of a longer one, the last messages. */
const MAX_MESSAGES = 500;

/** With or without internal notes, oldest first. */
export async function listTicketMessages(queries: DbClient, ticketNumber: string, { notes }: { readonly notes: boolean }) {
  const { words: _, ...columns } = messageColumns;
  const rows = await queries
    .select(columns)
    .from(supportMessage)
    .where(and(eq(supportMessage.ticketNumber, ticketNumber), notes ? undefined : ne(supportMessage.author, 'note')))
    .orderBy(desc(supportMessage.id))
    .limit(MAX_MESSAGES);
  const files = await queries
    .select({
      messageId: supportFile.messageId,
      id: supportFile.id,
      name: supportFile.name,
      kind: supportFile.kind,
      bytes: supportFile.bytes,
    })
    .from(supportFile)
    .innerJoin(supportMessage, eq(supportMessage.id, supportFile.messageId))
    .where(eq(supportMessage.ticketNumber, ticketNumber))
    .orderBy(asc(supportFile.createdAt), asc(supportFile.id));
  const byMessage = Map.groupBy(files, ({ messageId }) => messageId);
  return rows.toReversed().map((row) => ({ ...row, files: (byMessage.get(row.id) ?? []).map(({ messageId: __, ...file }) => file) }));
}

const messageColumns = {
  id: supportMessage.id,
  author: supportMessage.author,
  text: supportMessage.text,
  createdAt: supportMessage.createdAt,
  operatorId: supportMessage.operatorId,
  operatorName: supportMessage.operatorName,
  fromEmail: supportMessage.fromEmail,
  knownBy: supportMessage.knownBy,
  words: supportMessage.words,
};

const ABOUT_CHARS = 160;

/** The beginning of the writer's first message; for the desk, else of the note that it begins with. */
const selectFirstText = (who: SQL) => sql<string>`coalesce((
  select left(first.text, ${sql.raw(String(ABOUT_CHARS))}) from support_message as first
  where first.ticket_number = support_ticket.number and ${who} order by first.author <> 'guest', first.id limit 1), '')`;
const firstMessageText = selectFirstText(sql`first.author = 'guest'`);
export const firstDeskText = selectFirstText(sql`first.author <> 'desk'`);

/** A ticket that begins with a note is hidden from its customer until the desk writes to them. */
const isVisible = sql`exists (select from support_message shown where shown.ticket_number = ${supportTicket.number} and shown.author <> 'note')`;

type TicketPage = { readonly limit: number; readonly before?: string | undefined };

/** Newest first, after the ticket `before`. */
export async function listTickets(queries: DbClient, accountId: string, { limit, before }: TicketPage, reader: 'customer' | 'desk') {
  const { number, status, createdAt, updatedAt, orderNumber, firstAnsweredAt } = supportTicket;
  const behind = sql`(${createdAt}, ${number}) < (select created_at, number from support_ticket where number = ${before} and account_id = ${accountId})`;
  return queries
    .select({
      number,
      status,
      createdAt,
      updatedAt,
      orderNumber,
      firstAnsweredAt,
      about: reader === 'desk' ? firstDeskText : firstMessageText,
    })
    .from(supportTicket)
    .where(
      and(eq(supportTicket.accountId, accountId), before === undefined ? undefined : behind, reader === 'desk' ? undefined : isVisible),
    )
    .orderBy(desc(createdAt), desc(number))
    .limit(limit);
}

/** For a data export: newest first, each with its thread. */
export async function listTicketsWithMessages(queries: DbClient, accountId: string, limit: number) {
  const { number, name, email, createdAt, status, orderNumber } = supportTicket;
  const tickets = await queries
    .select({ number, name, email, createdAt, status, orderNumber })
    .from(supportTicket)
    .where(eq(supportTicket.accountId, accountId))
    .orderBy(desc(createdAt))
    .limit(limit);
  const threads: object[] = [];
  for (const ticket of tickets) {
    const messages = await listTicketMessages(queries, ticket.number, { notes: false });
    threads.push({
      ...ticket,
      messages: messages.map(({ author, text, createdAt: at, files }) => ({ author, text, createdAt: at, files })),
    });
  }
  return threads;
}

/** `emailKey`: a confirmed address; its guest tickets are erased too. */
type Leaver = { readonly accountId: string; readonly emailKey: string | undefined };

/** Erases the content and the writer; number and dates stay, and the ticket accepts no more messages. */
export async function eraseTicketContents(tx: DbClient, { accountId, emailKey }: Leaver): Promise<string[]> {
  const isGuestTicket = emailKey === undefined ? undefined : and(isNull(supportTicket.accountId), eq(supportTicket.emailKey, emailKey));
  const blanked = await tx
    .update(supportTicket)
    .set({ name: '', email: '', emailKey: '', status: 'closed', waitsSince: null, version: sql`${supportTicket.version} + 1` })
    .where(or(eq(supportTicket.accountId, accountId), isGuestTicket))
    .returning({ number: supportTicket.number });
  const numbers = blanked.map(({ number }) => number);
  await tx
    .update(supportMessage)
    .set({ text: '', fromEmail: null, words: sql`''::tsvector` })
    .where(inArray(supportMessage.ticketNumber, numbers));
  await tx.delete(supportKey).where(inArray(supportKey.ticketNumber, numbers));
  if (numbers.length > 0) markChanged(tx, ofDesk, 'tickets');
  return numbers;
}

const locks = { writer: sql`pg_advisory_xact_lock_shared`, owner: sql`pg_advisory_xact_lock` };

/**
 * Serializes opening a ticket and confirming its address: otherwise a concurrent ticket could end up without
 * an account.
 */
export async function lockAddress(tx: DbClient, emailKey: string, who: keyof typeof locks): Promise<void> {
  await tx.execute(sql`select ${locks[who]}(hashtextextended(${`support ${emailKey}`}, 0))`);
}

export async function assignGuestTickets(tx: DbClient, emailKey: string, accountId: string): Promise<void> {
  const { rowCount } = await tx
    .update(supportTicket)
    .set({ accountId })
    .where(and(eq(supportTicket.emailKey, emailKey), isNull(supportTicket.accountId)));
  if (rowCount) markTicketChanged(tx, { accountId });
}
