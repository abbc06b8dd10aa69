// Tables that are partitioned by day: rows find their partition, and old days are dropped whole, but for what
// must stay.
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { test as base, expect } from 'vitest';
import { insertMail, isUnsentOrSentAfter, markSent, outboxPartitions } from '#modules/mail/queries.ts';
import { logWebhooks, webhookPartitions } from '#modules/payments/webhooks/queries.ts';
import { closeDb, type Db, openDb } from '#platform/database/database.ts';
import { createPartitions, dropPartitions, type PartitionedTable } from '#platform/database/partitions.ts';
import { newId } from '#platform/new-id.ts';
import { copyDatabase } from './support/shop.ts';

const test = base.extend<{ db: Db }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of fixtures from the pattern
  db: async ({}, use) => {
    const { connection, drop } = await copyDatabase();
    const db = openDb(connection, { poolSize: 8, log: pino({ level: 'silent' }) });
    await use(db);
    await closeDb(db);
    await drop();
  },
});

const day = (date: string, time = '12:00:00') => new Date(`${date}T${time}Z`);
const mail = { to: 'ada@shop.example', locale: 'en', mail: 'trial', values: { to: 'ada', postedAt: 'now' } } as const;

const rowsIn = async ({ pool }: Db, table: PartitionedTable): Promise<Record<string, number>> => {
  const { rows } = await pool.query<{ name: string; count: number }>(
    `select tableoid::regclass::text as name, count(*)::int as count from ${table.name} group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name.replace(`${table.name}_`, ''), count]));
};

const listPartitions = async ({ pool }: Db, table: PartitionedTable): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table.name}'::regclass order by 1`,
  );
  return rows.map(({ name }) => name.replace(`${table.name}_`, ''));
};

test('partitions: a row of a day that has none goes to the default, and is moved when its day gets one', async ({ db }) => {
  const ids = [];
  for (const at of [day('2026-03-01', '23:59:59.999'), day('2026-03-02', '00:00:00'), day('2026-03-09', '23:59:59.999')])
    ids.push(await insertMail(db.orm, mail, at));
  expect(await rowsIn(db, outboxPartitions)).toEqual({ default: 3 });
  await createPartitions(db, outboxPartitions, day('2026-03-02'));
  expect(await rowsIn(db, outboxPartitions)).toEqual({ 20260302: 1, 20260309: 1, default: 1 });
  expect(await listPartitions(db, outboxPartitions)).toEqual([
    ...Array.from({ length: 8 }, (_, index) => `2026030${2 + index}`),
    'default',
  ]);
  await insertMail(db.orm, mail, day('2026-03-02'));
  expect(await rowsIn(db, outboxPartitions)).toEqual({ 20260302: 2, 20260309: 1, default: 1 });
  const { rows } = await db.pool.query('select id from mail_outbox where id = any($1)', [ids]);
  expect(rows).toHaveLength(3);
});

test('partitions: creating them twice, and by five processes at once, creates each once', async ({ db }) => {
  await Promise.allSettled(Array.from({ length: 5 }, () => createPartitions(db, webhookPartitions, day('2026-03-02'))));
  await createPartitions(db, webhookPartitions, day('2026-03-02'));
  expect(await listPartitions(db, webhookPartitions)).toHaveLength(9);
});

test('partitions: rows that are written while partitions are created are all there', async ({ db }) => {
  const written = async (index: number) => {
    for (let row = 0; row < 50; row++) await insertMail(db.orm, mail, day(`2026-03-0${2 + ((index + row) % 8)}`));
  };
  await Promise.all([
    ...Array.from({ length: 4 }, (_, index) => written(index)),
    createPartitions(db, outboxPartitions, day('2026-03-02')),
  ]);
  const counts = await rowsIn(db, outboxPartitions);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(200);
  expect(counts).not.toHaveProperty('default');
});

test('outbox: a day is dropped whole when all of it was sent long enough ago, and stays for one unsent mail', async ({ db }) => {
  await createPartitions(db, outboxPartitions, day('2026-03-02'));
  const send = async (date: string, sentAt?: Date) => {
    const id = await insertMail(db.orm, mail, day(date));
    if (sentAt) await markSent(db.orm, id, sentAt, false);
  };
  await send('2026-03-02', day('2026-03-02'));
  await send('2026-03-03', day('2026-03-03'));
  await send('2026-03-03');
  await send('2026-03-04', day('2026-04-20'));
  await send('2026-03-05', day('2026-03-05'));
  const before = day('2026-03-05', '06:00:00');
  expect(await dropPartitions(db, outboxPartitions, before, isUnsentOrSentAfter(before))).toBe(1);
  expect(await rowsIn(db, outboxPartitions)).toEqual({ 20260303: 2, 20260304: 1, 20260305: 1 });
});

test('webhook log: a webhook counts once a day, and days are dropped after their retention', async ({ db }) => {
  await createPartitions(db, webhookPartitions, day('2026-03-02'));
  const tell = (at: Date) =>
    logWebhooks(db.orm, [{ id: newId(at), provider: 'stripe', key: 'ev_1', kind: 'paid', lastReceivedAt: at, result: 'known', count: 1 }]);
  for (const time of ['00:00:00', '12:00:00', '23:59:59']) await tell(day('2026-03-02', time));
  await tell(day('2026-03-03', '00:00:00'));
  const { rows } = await db.pool.query('select received_on::text as day, count from payment_webhook order by 1');
  expect(rows).toEqual([
    { day: '2026-03-02', count: 3 },
    { day: '2026-03-03', count: 1 },
  ]);
  expect(await dropPartitions(db, webhookPartitions, day('2026-03-02', '23:59:59'))).toBe(0);
  expect(await dropPartitions(db, webhookPartitions, day('2026-03-03', '00:00:00'))).toBe(1);
  expect(await rowsIn(db, webhookPartitions)).toEqual({ 20260303: 1 });
});

test('partitions: dropping waits two seconds for a writer, not longer, and succeeds when it is gone', async ({ db }) => {
  await createPartitions(db, outboxPartitions, day('2026-03-02'));
  const writer = await db.pool.connect();
  await writer.query('begin');
  await writer.query('select from mail_outbox');
  const before = day('2026-03-03', '00:00:00');
  await expect(dropPartitions(db, outboxPartitions, before)).rejects.toMatchObject({ cause: { code: '55P03' } });
  await writer.query('commit');
  writer.release();
  expect(await dropPartitions(db, outboxPartitions, before)).toBe(1);
});

test('idempotency: partitions by time would accept one key twice around midnight, which one table refuses', async ({ db }) => {
  await db.pool.query(`
    create table naive_key (account_id uuid, key text, recorded_on date, primary key (account_id, key, recorded_on)) partition by range (recorded_on)`);
  await db.pool.query('create table naive_key_default partition of naive_key default');
  const account = '00000000-0000-4000-8000-000000000000';
  const claim = (at: string) =>
    db.orm.execute<{ first: object | null }>(
      sql`select claim_idempotency_key(${account}::uuid, 'k', '\\x00'::bytea, '{"order":1}'::jsonb, ${at}::timestamptz) as first`,
    );
  const naive = async (date: string) =>
    (await db.pool.query('insert into naive_key values ($1, $2, $3) on conflict do nothing', [account, 'k', date])).rowCount;
  expect([await naive('2026-03-02'), await naive('2026-03-03')]).toEqual([1, 1]);
  const answers = [await claim('2026-03-02T23:59:59Z'), await claim('2026-03-03T00:00:01Z')];
  expect(answers.map(({ rows }) => rows[0]?.first)).toEqual([null, { order: 1 }]);
});
