// SQL of webhooks. Outcomes are stored together, because there may be hundreds a second.
import { and, asc, count, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { webhookAttempt, webhookCursor, webhookEndpoint, webhookMessage } from './tables.ts';

export type EndpointRow = typeof webhookEndpoint.$inferSelect;
export type MessageRow = typeof webhookMessage.$inferSelect;

const CURSOR = 1;

/** The transaction's end lets the next search begin. */
export async function lockCursor(tx: DbClient): Promise<number> {
  await tx.insert(webhookCursor).values({ id: CURSOR, eventId: 0 }).onConflictDoNothing();
  const [row] = await tx.select().from(webhookCursor).for('update');
  return row?.eventId ?? 0;
}

export async function moveCursor(tx: DbClient, eventId: number): Promise<void> {
  await tx.update(webhookCursor).set({ eventId });
}

/** Null: the shop's. */
const isOfOwner = (accountId: string | null): SQL =>
  accountId === null ? isNull(webhookEndpoint.accountId) : eq(webhookEndpoint.accountId, accountId);

/** One owner's endpoints in turn, so that concurrent requests cannot exceed the maximum. */
export async function lockEndpoints(tx: DbClient, accountId: string | null): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`webhook_endpoint ${accountId ?? ''}`}))`);
  const [row] = await tx.select({ endpoints: count() }).from(webhookEndpoint).where(isOfOwner(accountId));
  return row?.endpoints ?? 0;
}

export async function insertEndpoint(tx: DbClient, row: typeof webhookEndpoint.$inferInsert): Promise<void> {
  await tx.insert(webhookEndpoint).values(row);
}

/** Newest first. */
export const listEndpoints = (
  queries: DbClient,
  accountId: string | null,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<EndpointRow[]> =>
  queries
    .select()
    .from(webhookEndpoint)
    .where(and(isOfOwner(accountId), after === undefined ? undefined : lt(webhookEndpoint.id, after)))
    .orderBy(desc(webhookEndpoint.id))
    .limit(limit);

export const listEndpointsThatAreOn = (queries: DbClient): Promise<EndpointRow[]> =>
  queries.select().from(webhookEndpoint).where(eq(webhookEndpoint.isOn, true));

export const findEndpoints = (queries: DbClient, ids: readonly string[]): Promise<EndpointRow[]> =>
  queries
    .select()
    .from(webhookEndpoint)
    .where(inArray(webhookEndpoint.id, [...ids]));

/** Undefined if it is another owner's. */
export async function lockEndpoint(tx: DbClient, id: string, accountId: string | null): Promise<EndpointRow | undefined> {
  const [row] = await tx
    .select()
    .from(webhookEndpoint)
    .where(and(eq(webhookEndpoint.id, id), isOfOwner(accountId)))
    .for('update');
  return row;
}

export async function setEndpoint(tx: DbClient, id: string, set: Partial<EndpointRow>): Promise<void> {
  await tx.update(webhookEndpoint).set(set).where(eq(webhookEndpoint.id, id));
}

/** With its messages. */
export async function deleteEndpoint(tx: DbClient, id: string): Promise<void> {
  await tx.delete(webhookEndpoint).where(eq(webhookEndpoint.id, id));
}

export async function deleteEndpoints(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(webhookEndpoint).where(eq(webhookEndpoint.accountId, accountId));
}

/** An event is sent to an endpoint once, whoever asks. */
export async function insertMessages(tx: DbClient, rows: readonly MessageRow[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(webhookMessage)
      .values([...rows])
      .onConflictDoNothing({ target: [webhookMessage.endpointId, webhookMessage.eventId] });
}

export type Claim = { readonly now: Date; readonly leaseUntil: Date; readonly limit: number; readonly perEndpoint: number };

/**
 * Messages that are due, in turn for each endpoint; of one that fails, one at a time. Until the lease is over
 * no other process takes them; a process that dies leaves them to the next one. `sending`: how many are under
 * way by endpoint.
 */
export async function claimDueMessages(tx: DbClient, sending: ReadonlyMap<string, number>, claim: Claim): Promise<MessageRow[]> {
  const now = sql`${claim.now.toISOString()}::timestamptz`;
  // The lock lets a removal wait, which would otherwise lock the same messages in another order.
  const { rows } = await tx.execute<{ id: string }>(sql`
    select due.id from webhook_endpoint endpoint
    left join unnest(${sql.param([...sending.keys()])}::uuid[], ${sql.param([...sending.values()])}::int[]) as busy (id, count) on busy.id = endpoint.id
    cross join lateral (select id, next_at from webhook_message where endpoint_id = endpoint.id and next_at <= ${now} order by next_at
      limit greatest(0, case when endpoint.failing_since is null then ${claim.perEndpoint}::int else 1 end - coalesce(busy.count, 0))) due
    where endpoint.is_on order by due.next_at limit ${claim.limit} for key share of endpoint`);
  if (rows.length === 0) return [];
  return tx
    .update(webhookMessage)
    .set({ nextAt: claim.leaseUntil })
    .where(
      and(
        inArray(
          webhookMessage.id,
          rows.map(({ id }) => id),
        ),
        sql`${webhookMessage.nextAt} <= ${now}`,
      ),
    )
    .returning();
}

/** Before the first try, so that each has the same bytes. */
export async function setBody(queries: DbClient, id: string, body: string): Promise<void> {
  await queries.update(webhookMessage).set({ body }).where(eq(webhookMessage.id, id));
}

export type Outcome = {
  readonly id: string;
  readonly messageId: string;
  readonly endpointId: string;
  readonly at: Date;
  readonly milliseconds: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  readonly arrivedAt: Date | null;
  readonly nextAt: Date | null;
};

export async function storeOutcomes(tx: DbClient, outcomes: readonly Outcome[]): Promise<void> {
  await tx
    .select({ id: webhookEndpoint.id })
    .from(webhookEndpoint)
    .where(
      inArray(
        webhookEndpoint.id,
        outcomes.map(({ endpointId }) => endpointId),
      ),
    )
    .orderBy(webhookEndpoint.id)
    .for('no key update');
  const json = JSON.stringify(outcomes);
  // A message whose endpoint was removed meanwhile is gone.
  await tx.execute(sql`
    with outcome as (select * from jsonb_to_recordset(${json}::jsonb) as o (id uuid, "messageId" uuid, at timestamptz, milliseconds int,
        status smallint, error text, answer text, "arrivedAt" timestamptz, "nextAt" timestamptz)),
    tried as (update webhook_message message set attempts = attempts + 1, next_at = outcome."nextAt", arrived_at = outcome."arrivedAt"
      from outcome where message.id = outcome."messageId" returning message.id)
    insert into webhook_attempt (id, message_id, at, milliseconds, status, error, answer)
      select outcome.id, outcome."messageId", at, milliseconds, status, error, answer from outcome join tried on tried.id = outcome."messageId"`);
}

/** Those that were not failing before are left alone, so that most outcomes lock no endpoint. */
export async function setRecovered(tx: DbClient, ids: readonly string[]): Promise<void> {
  await tx
    .update(webhookEndpoint)
    .set({ failingSince: null })
    .where(and(inArray(webhookEndpoint.id, [...ids]), sql`${webhookEndpoint.failingSince} is not null`));
}

/** True if it was on. */
export async function disableEndpoint(tx: DbClient, id: string, at: Date, because: 'gone' | 'failing'): Promise<boolean> {
  const done = await tx
    .update(webhookEndpoint)
    .set({ isOn: false, disabledAt: at, disabledBecause: because })
    .where(and(eq(webhookEndpoint.id, id), eq(webhookEndpoint.isOn, true)))
    .returning({ id: webhookEndpoint.id });
  return done.length > 0;
}

/** What did not arrive, or one message in any case. Returns how many. */
export async function retryMessages(tx: DbClient, endpointId: string, now: Date, messageId?: string): Promise<number> {
  const which = messageId === undefined ? isNull(webhookMessage.arrivedAt) : eq(webhookMessage.id, messageId);
  const done = await tx
    .update(webhookMessage)
    .set({ nextAt: now, attempts: 0 })
    .where(and(eq(webhookMessage.endpointId, endpointId), which))
    .returning({ id: webhookMessage.id });
  return done.length;
}

/** Newest first. */
export const listMessages = (
  queries: DbClient,
  endpointId: string,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<MessageRow[]> =>
  queries
    .select()
    .from(webhookMessage)
    .where(and(eq(webhookMessage.endpointId, endpointId), after === undefined ? undefined : lt(webhookMessage.id, after)))
    .orderBy(desc(webhookMessage.id))
    .limit(limit);

export const listAttempts = (queries: DbClient, messageIds: readonly string[]) =>
  queries
    .select()
    .from(webhookAttempt)
    .where(inArray(webhookAttempt.messageId, [...messageIds]))
    .orderBy(asc(webhookAttempt.at));

export async function hasEndpoints(queries: DbClient): Promise<boolean> {
  return (await queries.select({ id: webhookEndpoint.id }).from(webhookEndpoint).where(eq(webhookEndpoint.isOn, true)).limit(1)).length > 0;
}

/** With their attempts. */
export async function deleteMessagesBefore(queries: DbClient, moment: Date): Promise<void> {
  await queries.delete(webhookMessage).where(lt(webhookMessage.createdAt, moment));
}
