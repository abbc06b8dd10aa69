// The outbox of mails, and the sandbox's mailbox.
import type { Sql } from './sql.ts';

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
