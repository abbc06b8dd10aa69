// The desk: operators, its audit log, texts of the owner, reports and the checklist.
import type { SettingName } from '#modules/settings/shapes-names.ts';
import type { Sql } from './database.ts';

export type AuditLine = {
  readonly act: string;
  readonly why: string | null;
  readonly operatorId: string | null;
  readonly subjectId: string | null;
  readonly after: unknown;
};

/** The audit log, oldest first. */
export const auditLines = ({ sql }: Sql): Promise<AuditLine[]> =>
  sql('select act, why, operator_id as "operatorId", subject_id as "subjectId", after from desk_audit order by id');

/** The audit log about these subjects. */
export const listAudit = async (shop: Sql, ...subjectIds: readonly string[]): Promise<AuditLine[]> =>
  (await auditLines(shop)).filter(({ subjectId }) => subjectId !== null && subjectIds.includes(subjectId));

export const auditedActs = async (shop: Sql, act: string): Promise<AuditLine[]> =>
  (await auditLines(shop)).filter((line) => line.act === act);

/** Statements that the database must refuse, because these rows are never changed. */
const forbidden = {
  desk_audit: ['update desk_audit set why = null', 'delete from desk_audit', 'truncate desk_audit'],
  content: ['update content set value = null', 'delete from content', 'truncate content'],
  owner_text: [`update owner_text set text = ''`, 'delete from owner_text'],
  billing_document_logo: [
    `update billing_document_logo set file = ''`,
    'delete from billing_document_logo',
    'truncate billing_document_logo',
  ],
  billing_document: ['update billing_document set gross = 1, net = 1', 'delete from billing_document'],
} as const;

/** Tries to change and delete rows of the table; returns the errors. */
export async function refusedChanges({ sql }: Sql, table: keyof typeof forbidden): Promise<string[]> {
  const tries = await Promise.allSettled(forbidden[table].map((statement) => sql(statement)));
  return tries.map((each) => (each.status === 'rejected' ? String(each.reason) : 'changed'));
}

export const endOwners = ({ sql }: Sql) => sql(`update operator set ended_at = now() where role = 'owner'`);

export const activeOwnerCount = async ({ sql }: Sql): Promise<number> =>
  (await sql(`select from operator where role = 'owner' and ended_at is null and joined_at is not null`)).length;

/** Gives an operator the password of another one, as after a change of the password. */
export const replacePassword = ({ sql }: Sql, id: string, otherId: string) =>
  sql('update operator set password_hash = (select password_hash from operator where id = $2) where id = $1', [id, otherId]);

export const operatorPasskeyId = async ({ sql }: Sql): Promise<string | undefined> =>
  (await sql<{ id: string }>('select id from operator_passkey'))[0]?.id;

/** A version of a text that has no earlier version and no line in the audit log. */
export const addUnloggedText = ({ sql }: Sql) =>
  sql(
    `insert into content (kind, name, version, value, source, author_id, reason)
     values ('catalogue', 'gone.yaml', 2, null, 'desk', gen_random_uuid(), 'x')`,
  );

/** The check of the policies has seen an older version of the terms. */
export const ageCheckedPolicies = ({ sql }: Sql) =>
  sql(`update desk_setup_step set found = jsonb_set(found, '{mark}', '"terms 0"') where step = 'policies'`);

export const visitColumns = async ({ sql }: Sql): Promise<string[]> =>
  (
    await sql<{ name: string }>(`select column_name as name from information_schema.columns where table_name = 'desk_visit' order by 1`)
  ).map(({ name }) => name);

/** The newest day with a stored report. */
export const newestReportDay = async ({ sql }: Sql): Promise<string> =>
  (await sql<{ day: string }>(`select to_char(max(day), 'YYYY-MM-DD') as day from desk_day`))[0]?.day ?? '';

/** The date of a time in a zone, as the database sees it. */
export const dateIn = async ({ sql }: Sql, at: Date, zone: string): Promise<string> =>
  (await sql<{ date: string }>(`select to_char($1::timestamptz at time zone $2, 'YYYY-MM-DD') as date`, [at, zone]))[0]?.date ?? '';

/** How many deliveries the stored days have. */
export const storedDeliveries = async ({ sql }: Sql): Promise<number> =>
  (await sql<{ sum: number }>('select sum(delivered)::int from desk_day_maker'))[0]?.sum ?? 0;

export const addEmptyDays = ({ sql }: Sql, ...days: readonly string[]) =>
  sql(`insert into desk_day select day::date, 'UTC', 0, 0, 0, 0, 0, 0 from unnest($1::text[]) as day`, [days]);

/** Adds a delivery to the reports of one day that no piece has. */
export const addStoredDelivery = ({ sql }: Sql, day: string) =>
  sql(`insert into desk_day_maker values ($1, 'mira', 'Mira', 1, 1, 0, 1, 1, 1, 60)`, [day]);

/** Adds a cent to the sales of one stored day. */
export const addStoredCent = ({ sql }: Sql) =>
  sql(
    `update desk_day_sale set gross = gross + 1
     where (day, service, currency) = (select day, service, currency from desk_day_sale order by 1 limit 1)`,
  );

/** How many rows were read from the tables of orders and money, with a connection pool of one. */
export async function rowsReadForReports({ sql }: Sql): Promise<number> {
  await sql('select pg_stat_force_next_flush()');
  const [row] = await sql<{ rows: string }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as rows from pg_stat_user_tables
     where relname in ('purchase', 'shop_order', 'ledger_transfer', 'order_piece', 'payment', 'deposit')`,
  );
  return Number(row?.rows);
}

export const updateStatistics = ({ sql }: Sql) => sql('vacuum analyze');

/** From now on the database refuses notes with this text. */
export const refuseNotes = ({ sql }: Sql, text: 'unlucky') =>
  sql(`alter table customer_note add constraint customer_note_refused check (text <> '${text}') not valid`);

/** The notices of an operator or a chat webhook, sent or not. */
export const noticeRows = ({ sql }: Sql, recipientId: string): Promise<{ event: string; isWaiting: boolean }[]> =>
  sql(
    `select event, message_id is null as "isWaiting" from staff_notice_recipient join staff_notice on staff_notice.id = notice_id where recipient_id = $1`,
    [recipientId],
  );

/** The stored addresses of chat webhooks, as text as far as they are. */
export const storedChatAddresses = async ({ sql }: Sql): Promise<string> =>
  (await sql<{ address: Buffer }>('select address from chat_webhook')).map(({ address }) => address.toString('latin1')).join(' ');

/** The text of the newest version of a setting. */
export async function settingText({ sql }: Sql, name: SettingName): Promise<string> {
  const [row] = await sql<{ text: string }>(
    `select text from owner_text where (folder, file) = ('settings', $1) order by number desc limit 1`,
    [`${name}.yaml`],
  );
  return row?.text ?? '';
}

/** Gives a role after a look that it is there, and removes it after a look that nobody has it. */
export async function naiveRoleGift({ sql }: Sql): Promise<{ readonly given: boolean; readonly removed: boolean }> {
  await sql('create table naive_role as select 1 as role');
  await sql('create table naive_holder (role integer not null)');
  const [roles, holders] = await Promise.all([sql('select from naive_role'), sql('select from naive_holder')]);
  if (roles.length > 0) await sql('insert into naive_holder values (1)');
  if (holders.length === 0) await sql('delete from naive_role');
  return { given: (await sql('select from naive_holder')).length > 0, removed: (await sql('select from naive_role')).length === 0 };
}
