// Events, automations and their runs.
import type { EventFields, EventType } from '#modules/events/shapes.ts';
import type { Sql } from './database.ts';

type StoredEvent = { readonly type: EventType; readonly subjectId: string; readonly fields: EventFields; readonly isCaused: boolean };

/** What happened to a client, in the order in which it was found. */
export const listEvents = ({ sql }: Sql, email: string): Promise<StoredEvent[]> =>
  sql(
    `select type, subject_id as "subjectId", fields, run_id is not null as "isCaused" from event
     where account_id = (select id from account where email = $1) or ticket_number in (select number from support_ticket where email = $1) order by id`,
    [email],
  );

export const listEventTypes = async (shop: Sql, email: string): Promise<EventType[]> =>
  (await listEvents(shop, email)).map(({ type }) => type);

export const eventCount = async ({ sql }: Sql): Promise<number> => (await sql('select from event')).length;

/** As if the invoice of a purchase had been paid at this time. */
export const setPaidAt = ({ sql }: Sql, purchaseId: string, at: Date) =>
  sql('update purchase set paid_at = $2 where id = $1', [purchaseId, at]);

type StoredRun = { readonly state: string; readonly error: string | null };

export const listRuns = ({ sql }: Sql, automationId: string): Promise<StoredRun[]> =>
  sql('select state, error from automation_run where automation_id = $1 order by id', [automationId]);

/** Runs of this moment, as if they were done: a thousand real ones take a slow machine a minute. */
export const addDoneRuns = ({ sql }: Sql, id: string, at: Date, count: number) =>
  sql(
    `insert into automation_run (id, automation_id, event_id, created_at, state, ran_at)
     select gen_random_uuid(), $1, -extract(epoch from $2::timestamptz)::bigint * 1000 - n, $2, 'done', $2 from generate_series(1, $3) n`,
    [id, at, count],
  );

/** Clients who have just registered, as if that many had. */
export const addClientEvents = ({ sql }: Sql, at: Date, count: number) =>
  sql(
    `insert into event (type, key, subject_id, account_id, happened_at, fields)
     select 'client.created', gen_random_uuid(), id, id, $1, '{}' from account, generate_series(1, $2) where erased_at is null
     order by random() limit $2`,
    [at, count],
  );

/** Sees what waits, acts on it, and then marks it as done: without the lock of the real one. */
export async function naiveRuns({ sql }: Sql) {
  await sql('create table naive_run (id integer primary key, is_done boolean not null)');
  await sql('create table naive_effect (id integer not null)');
  await sql('insert into naive_run values (1, false)');
  return {
    async run(): Promise<void> {
      const waiting = await sql<{ id: number }>('select id from naive_run where not is_done');
      for (const { id } of waiting) await sql('insert into naive_effect values ($1)', [id]);
      await sql('update naive_run set is_done = true');
    },
    effects: async (): Promise<number> => (await sql('select from naive_effect')).length,
  };
}
