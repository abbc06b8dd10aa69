// Tickets and their messages.
import type { Sql } from './database.ts';

export type TicketRow = {
  readonly number: string;
  readonly name: string;
  readonly email: string;
  readonly locale: string;
  readonly accountId: string | null;
  readonly knownBy: string | null;
  readonly orderNumber: string | null;
};

const columns = 'number, name, email, locale, account_id as "accountId", known_by as "knownBy", order_number as "orderNumber"';

export async function ticketRow({ sql }: Sql, number: string): Promise<TicketRow> {
  const [row] = await sql<TicketRow>(`select ${columns} from support_ticket where number = $1`, [number]);
  if (!row) throw new Error(`no ticket ${number}`);
  return row;
}

/** The tickets that were written from this address. */
export const ticketsFrom = ({ sql }: Sql, email: string): Promise<TicketRow[]> =>
  sql(`select ${columns} from support_ticket where email = $1 order by created_at, number`, [email]);

/** Any ticket of a customer, with the key of its address. */
export const someOwnTicket = async ({ sql }: Sql): Promise<{ number: string; emailKey: string; accountId: string }> => {
  const [row] = await sql<{ number: string; emailKey: string; accountId: string }>(
    'select number, email_key as "emailKey", account_id as "accountId" from support_ticket where account_id is not null limit 1',
  );
  if (!row) throw new Error('no customer has a ticket');
  return row;
};

export const ticketCount = async ({ sql }: Sql): Promise<number> => (await sql('select from support_ticket')).length;

/** The current address of the ticket's account; null if it has none. */
export const ticketOwner = async ({ sql }: Sql, number: string): Promise<string | null | undefined> =>
  (
    await sql<{ email: string | null }>('select a.email from support_ticket t left join account a on a.id = account_id where number = $1', [
      number,
    ])
  )[0]?.email;

export type TicketMessage = { readonly author: string; readonly text: string };

export const ticketMessages = ({ sql }: Sql, number: string): Promise<TicketMessage[]> =>
  sql('select author, text from support_message where ticket_number = $1 order by id', [number]);

export const ticketTexts = async (shop: Sql, number: string): Promise<string[]> =>
  (await ticketMessages(shop, number)).map(({ text }) => text);

/** How many messages contain the word, in their text or their search index. */
export const messagesWith = async ({ sql }: Sql, word: string): Promise<number> =>
  (await sql(`select from support_message where strpos(text, $1) > 0 or words @@ $1::tsquery`, [word])).length;

/** The support keys and the sent mails as text, for tests that look for what must not be in them. */
export async function storedKeysAndMails({ sql }: Sql): Promise<string> {
  const [row] = await sql<{ all: string }>(
    `select (select string_agg(k::text, '') from support_key k)
         || (select string_agg(m::text, '') from mail_outbox m where sent_at is not null) as all`,
  );
  return row?.all ?? '';
}

/** Adds notes with one word to a ticket. */
export const addNotes = ({ sql }: Sql, number: string, word: string, count: number) =>
  sql(
    `insert into support_message (ticket_number, author, text, created_at, words)
     select $1, 'note', $2, now(), array_to_tsvector(array[$2]) from generate_series(1, $3)`,
    [number, word, count],
  );

/** The ids of new messages are far from those of earlier ones, as after many messages. */
export const skipMessageIds = ({ sql }: Sql) => sql('alter table support_message alter column id restart with 100000');

export const addOpenTickets = ({ sql }: Sql, count: number) =>
  sql(
    `insert into support_ticket (number, name, email, email_key, locale, created_at, status, waits_since)
     select 'T-' || lpad(n::text, 6, '0'), 'A', 'a@shop.example', 'a@shop.example', 'en', now(), 'open', now() from generate_series(1, $1) as n`,
    [count],
  );

/** Sets a column without the checks of the desk; the value is SQL. */
export const setTicketColumn = ({ sql }: Sql, number: string, column: string, value: string) =>
  sql(`update support_ticket set ${column} = ${value} where number = $1`, [number]);

export const reopenTicket = ({ sql }: Sql, number: string, since: Date) =>
  sql(`update support_ticket set status = 'open', waits_since = $2 where number = $1`, [number, since]);

export const closeOtherTickets = ({ sql }: Sql, number: string) =>
  sql(`update support_ticket set status = 'closed', waits_since = null where number <> $1`, [number]);

export const linkTicketToOrder = ({ sql }: Sql, number: string, order: { id: string; number: string }) =>
  sql('update support_ticket set order_id = $2, order_number = $3 where number = $1', [number, order.id, order.number]);

export const giveTickets = ({ sql }: Sql, numbers: readonly string[], accountId: string) =>
  sql('update support_ticket set account_id = $1 where number = any($2)', [accountId, numbers]);

/** Gives every message three words: one in all messages, one in two of a thousand, and one of its own. */
export async function indexWords({ sql }: Sql): Promise<void> {
  await sql(`update support_message set words = array_to_tsvector(array['every', 'hundred' || id % 500, 'own' || id])`);
  await sql('analyze support_ticket');
  await sql('analyze support_message');
}

/** The plan of the query that counts unanswered tickets. */
export async function openTicketsPlan({ sql }: Sql): Promise<string> {
  await sql('analyze support_ticket');
  const plan = await sql<{ 'QUERY PLAN': string }>(
    `explain select from support_ticket where status = 'open' order by waits_since limit 100`,
  );
  return plan.map((line) => line['QUERY PLAN']).join(' ');
}

/** Answers a ticket at random at a time, without an email. */
export const answerSomeTicket = ({ sql }: Sql, at: Date) =>
  sql(
    `with said as (insert into support_message (ticket_number, author, text, created_at)
       select number, 'desk', 'Here.', $1::timestamptz from support_ticket order by md5(number) limit 1 returning ticket_number)
     update support_ticket set status = 'waiting', waits_since = null, first_answered_at = coalesce(first_answered_at, $1)
     where number in (select ticket_number from said)`,
    [at],
  );

export const ticketMessageCount = async ({ sql }: Sql): Promise<number> => (await sql('select from support_message')).length;

/** The time for the first answer of a ticket. */
export async function firstAnswerHours({ sql }: Sql, number: string): Promise<number | undefined> {
  const [row] = await sql<{ hours: number }>(
    'select extract(epoch from first_due_at - created_at)::int / 3600 as hours from support_ticket where number = $1',
    [number],
  );
  return row?.hours;
}

/**
 * Two steps of a confirmation without a condition: reads whether it was confirmed, and later confirms. The
 * promise says whether it would act.
 */
export async function confirmNaively({ sql }: Sql, id: string): Promise<() => Promise<boolean>> {
  const [row] = await sql<{ confirmed_at: Date | null }>('select confirmed_at from support_declaration where id = $1', [id]);
  return async () => {
    await sql('update support_declaration set confirmed_at = now() where id = $1', [id]);
    return row?.confirmed_at === null;
  };
}

/** As confirm() does, without its job. */
export const confirmDeclarationAt = ({ sql }: Sql, id: string, at: Date) =>
  sql('update support_declaration set confirmed_at = $2 where id = $1', [id, at]);
export const enqueueDeclaration = ({ sql }: Sql, id: string) =>
  sql(`select graphile_worker.add_job('support.carryOutDeclaration', $1::json)`, [JSON.stringify({ id })]);

// The outbox of mails, and the sandbox's mailbox.

export type OutboxMail = {
  readonly to: string;
  readonly mail: string;
  readonly reference: string | null;
  readonly attempts: number;
  readonly sentAt: Date | null;
  readonly lastError: string | null;
  readonly messageId: string | null;
  readonly values: object;
};

/** Mails of the outbox by recipient, or only those to some addresses. */
export const outboxMails = ({ sql }: Sql, ...to: readonly string[]): Promise<OutboxMail[]> =>
  sql(
    `select "to", mail, reference, attempts, sent_at as "sentAt", last_error as "lastError", message_id as "messageId", "values" from mail_outbox
     where cardinality($1::text[]) = 0 or "to" = any($1) order by "to"`,
    [to],
  );

/** How many mails of this kind the outbox has for these addresses. */
export const outboxCount = async (shop: Sql, mail: string, ...to: readonly string[]): Promise<number> =>
  (await outboxMails(shop, ...to)).filter((each) => each.mail === mail).length;

/** A mail that failed three times; returns its id. */
export async function addFailedMail(
  { sql }: Sql,
  to: string,
  { at = new Date(), lastError = '550 no such mailbox' } = {},
): Promise<string> {
  const [mail] = await sql<{ id: string }>(
    `insert into mail_outbox (id, "to", locale, mail, "values", created_at, attempts, last_error)
     values (gen_random_uuid(), $1, 'en', 'trial', '{"to":"a","postedAt":"secret-value"}', $2, 3, $3) returning id`,
    [to, at, lastError],
  );
  return mail?.id ?? '';
}

export const deleteMails = ({ sql }: Sql, mail: string, to: string) =>
  sql('delete from mail_outbox where mail = $1 and "to" = $2', [mail, to]);

/** Mails are no longer marked as sent, as after a crash between sending and marking. */
export const markUnsent = ({ sql }: Sql, values: object) => sql('update mail_outbox set sent_at = null, "values" = $1', [values]);

export const emptyOutbox = ({ sql }: Sql) => sql('truncate mail_outbox, sandbox.sandbox_mail, graphile_worker._private_jobs');

/** The recipients in the sandbox's mailbox. */
export const mailboxRecipients = async ({ sql }: Sql): Promise<string[]> =>
  (await sql<{ to: string }>('select "to" from sandbox.sandbox_mail')).map(({ to }) => to);

export const fillMailbox = ({ sql }: Sql, to: string, count: number) =>
  sql(
    `insert into sandbox.sandbox_mail (message_id, "to", "from", subject, text, html, at)
     select 'many-' || n, $1, 'f', 's', 't', 'h', now() from generate_series(1, $2) as n`,
    [to, count],
  );

/** A text in all languages that the checks of this release would refuse. */
export const spoilMail = (shop: Sql, mail: string, text: string): Promise<unknown> =>
  shop.sql(
    `insert into owner_text (folder, file, number, text, origin, seen_hash)
     select folder, file, max(number) + 1, $2, 'file', '' from owner_text
     where folder = 'mails' and split_part(file, '.', 1) = $1 group by folder, file`,
    [mail, text],
  );
