// SQL of accounts and sessions. Authenticated statements check in themselves that the session is open.
import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { DbClient } from '#platform/database/database.ts';
import type { WhichSessions } from '#platform/identity/identity.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import { type CodeKind, GRACE_SECONDS } from './rules.ts';
import type { Update } from './shapes.ts';
import { account, accountCode, accountRecovery, accountSession } from './tables.ts';
import type { Role } from './team/rules.ts';

type StoredSession = typeof accountSession.$inferSelect;

const { id, email, emailVerifiedAt, passwordHash, firstName, lastName, country, locale, timeZone, totpSecret, totpSince } = account;
/** Columns for log-in and for mails. */
export const person = {
  id,
  email,
  emailVerifiedAt,
  passwordHash,
  firstName,
  lastName,
  country,
  locale,
  timeZone,
  totpSecret,
  totpSince,
};
export type AccountPerson = NonNullable<Awaited<ReturnType<typeof findById>>>;

export async function findByEmail(queries: DbClient, emailKey: string) {
  const [row] = await queries.select(person).from(account).where(eq(account.emailKey, emailKey));
  return row;
}

export async function findById(queries: DbClient, accountId: string) {
  const [row] = await queries
    .select(person)
    .from(account)
    .where(and(eq(account.id, accountId), isNull(account.erasedAt)));
  return row;
}

/** Undefined if the address already has an account. */
export async function insertAccount(tx: DbClient, row: typeof account.$inferInsert): Promise<string | undefined> {
  const [made] = await tx.insert(account).values(row).onConflictDoNothing({ target: account.emailKey }).returning({ id: account.id });
  return made?.id;
}

export type NewSession = Pick<
  StoredSession,
  'accountId' | 'selectorHash' | 'currentHash' | 'createdAt' | 'expiresAt' | 'remember' | 'device'
>;

/** The state that was verified: password, address and second factor. */
type VerifiedState = { readonly passwordHash: string; readonly email: string; readonly twice: boolean };

/** Inserts only if the verified state is unchanged. */
export async function insertAccountSession(
  tx: DbClient,
  session: NewSession,
  { passwordHash, email, twice }: VerifiedState,
): Promise<string | undefined> {
  const { accountId, selectorHash, currentHash, createdAt, expiresAt, remember, device } = session;
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into account_session (account_id, selector_hash, current_hash, created_at, last_used_at, expires_at, remember, device)
    select id, ${selectorHash}, ${currentHash}, ${createdAt.toISOString()}::timestamptz, ${createdAt.toISOString()}::timestamptz,
      ${expiresAt.toISOString()}::timestamptz, ${remember}, ${device}
    from account
    where id = ${accountId} and password_hash = ${passwordHash} and email = ${email} and (${twice} or totp_since is null) for share
    returning id`);
  return rows[0]?.id;
}

export async function hasSessions(queries: DbClient, accountId: string): Promise<boolean> {
  const [row] = await queries
    .select({ id: accountSession.id })
    .from(accountSession)
    .where(eq(accountSession.accountId, accountId))
    .limit(1);
  return row !== undefined;
}

// Named statements are planned once per connection; these run thousands of times a second.
const statements = {
  refresh: {
    name: 'accounts.refresh',
    text: 'select outcome, session_id, account_id, salt from refresh_session($1, $2, $3, $4, $5, $6::interval)',
  },
  alive: {
    name: 'accounts.alive',
    text: `
      select asked.place::int, s.account_id as "personId", coalesce(s.acting_for, s.account_id) as "accountId",
        case when m.role is not null then nullif(m.role, 'none') when s.acting_for is null then 'owner' end as role, m.role is not null as "isMember",
        coalesce(t.discount, 0) as discount, t.blocked_at as "blockedAt"
      from unnest((select $1::uuid[])) with ordinality asked (session_id, place)
      join account_session s on s.id = asked.session_id
      left join account_member m on m.account_id = coalesce(s.acting_for, s.account_id) and m.person_id = s.account_id
      left join account_terms t on t.account_id = coalesce(s.acting_for, s.account_id)
      where s.ended_at is null and s.expires_at > $2`,
  },
  profile: {
    name: 'accounts.profile',
    text: `
      select asked.place::int, a.id, a.email, a.email_verified_at is not null as "emailVerified", a.first_name as "firstName", a.last_name as "lastName",
        a.country, a.city, a.address, a.zip_code as "zipCode", a.state, a.created_at as "createdAt"
      from unnest((select $1::uuid[]), (select $2::uuid[])) with ordinality asked (session_id, account_id, place)
      join account_session s on s.id = asked.session_id join account a on a.id = s.account_id
      where s.account_id = asked.account_id and s.ended_at is null and s.expires_at > $3`,
  },
} as const;

export type Refreshed = {
  readonly outcome: 'rotated' | 'again' | 'reused';
  readonly session_id: string;
  readonly account_id: string;
  readonly salt: Buffer;
};
type Turn = { readonly selector: Buffer; readonly presented: Buffer; readonly successor: Buffer; readonly salt: Buffer };

/**
 * One round trip: the row lock lets one of several concurrent requests rotate the token; the others get the
 * same successor.
 */
export async function refreshSession(
  pool: pg.Pool,
  { selector, presented, successor, salt }: Turn,
  now: Date,
): Promise<Refreshed | undefined> {
  const values = [selector, presented, successor, salt, now, `${GRACE_SECONDS} seconds`];
  const { rows } = await pool.query<Refreshed>({ ...statements.refresh, values });
  return rows[0];
}

/** For which account the person of a session acts. */
export type Acting = {
  readonly personId: string;
  readonly accountId: string;
  /** Null: they belong to it no more. */
  readonly role: Role | null;
  /** False: it is their own. */
  readonly isMember: boolean;
  /** In hundredths of a percent. */
  readonly discount: number;
  readonly blockedAt: Date | null;
};

/** Of the sessions that are open. */
export async function findActing(pool: pg.Pool, sessionIds: readonly string[], now: Date) {
  const { rows } = await pool.query<Acting & { place: number }>({ ...statements.alive, values: [sessionIds, now] });
  return rows.map(({ place, ...row }) => ({ place: place - 1, row }));
}

type Who = { readonly sessionId: string; readonly personId: string };

const listKeys = (who: readonly Who[], now: Date) => [who.map(({ sessionId }) => sessionId), who.map(({ personId }) => personId), now];

export type ProfileRow = {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly country: string;
  readonly city: string;
  readonly address: string;
  readonly zipCode: string;
  readonly state: string;
  readonly createdAt: Date;
};

/** Profiles of callers whose session is open. */
export async function readProfiles(pool: pg.Pool, who: readonly Who[], now: Date) {
  const { rows } = await pool.query<ProfileRow & { place: number }>({ ...statements.profile, values: listKeys(who, now) });
  return rows.map(({ place, ...row }) => ({ place: place - 1, row }));
}

/** Skips erased accounts, so that no personal data returns. */
export async function updateAccount(queries: DbClient, accountId: string, change: Update): Promise<void> {
  await queries
    .update(account)
    .set(change)
    .where(and(eq(account.id, accountId), isNull(account.erasedAt)));
}

/** For the dates of mails. */
export async function setTimeZone(queries: DbClient, accountId: string, timeZone: string): Promise<void> {
  await queries
    .update(account)
    .set({ timeZone })
    .where(and(eq(id, accountId), isNull(account.erasedAt)));
}

export const isActiveSession = (now: Date) => and(isNull(accountSession.endedAt), gt(accountSession.expiresAt, now));

type End = { readonly now: Date; readonly because: NonNullable<StoredSession['endReason']> };

/** Returns how many were open. */
export async function endSessions(
  queries: DbClient,
  accountId: string,
  { now, because }: End,
  { only, except }: WhichSessions = {},
): Promise<number> {
  const which = and(
    only === undefined ? undefined : eq(accountSession.id, only),
    except === undefined ? undefined : ne(accountSession.id, except),
  );
  const { rowCount } = await queries
    .update(accountSession)
    .set({ endedAt: now, endReason: because })
    .where(and(eq(accountSession.accountId, accountId), isActiveSession(now), which));
  markChanged(queries, ofAccount(accountId), 'sessions');
  return rowCount ?? 0;
}

export async function insertCode(tx: DbClient, row: typeof accountCode.$inferInsert): Promise<void> {
  await tx.insert(accountCode).values(row);
}

/** A code can be consumed once. */
export async function consumeCode(tx: DbClient, codeHash: Buffer, kind: CodeKind, now: Date) {
  const { accountId, email, mailId, createdAt } = accountCode;
  const [row] = await tx
    .update(accountCode)
    .set({ usedAt: now })
    .where(and(eq(accountCode.codeHash, codeHash), eq(accountCode.kind, kind), isNull(accountCode.usedAt)))
    .returning({ accountId, email, mailId, createdAt });
  return row;
}

export async function deleteCodes(tx: DbClient, accountId: string, kind: CodeKind): Promise<void> {
  await tx.delete(accountCode).where(and(eq(accountCode.accountId, accountId), eq(accountCode.kind, kind)));
}

/** Confirms only the address that the code was sent to. */
export async function markVerified(tx: DbClient, accountId: string, email: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(account)
    .set({ emailVerifiedAt: sql`coalesce(${account.emailVerifiedAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(account.id, accountId), eq(account.email, email)));
  return rowCount === 1;
}

export async function insertRecovery(tx: DbClient, row: typeof accountRecovery.$inferInsert): Promise<string> {
  const [made] = await tx.insert(accountRecovery).values(row).returning({ id: accountRecovery.id });
  if (!made) throw new Error('insert into account_password_reset returned no id');
  return made.id;
}

export async function takeRecovery(tx: DbClient, id: string) {
  const [row] = await tx.delete(accountRecovery).where(eq(accountRecovery.id, id)).returning();
  return row;
}

export async function forgetBefore(queries: DbClient, { sessions, codes, recoveries }: { sessions: Date; codes: Date; recoveries: Date }) {
  await queries.delete(accountSession).where(or(lt(accountSession.expiresAt, sessions), lt(accountSession.endedAt, sessions)));
  await queries.delete(accountCode).where(lt(accountCode.createdAt, codes));
  await queries.delete(accountRecovery).where(lt(accountRecovery.createdAt, recoveries));
}
