// Lost connections are logged and replaced; transactions roll back and are retried.
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { openDb, transaction } from '#platform/database/database.ts';
import { makeLog } from '#platform/logging/log.ts';
import { createWorker } from '../src/server/create-worker.ts';
import { prepareDatabase } from '../src/server/prepare-database.ts';
import { copyDatabase } from './support/shop.ts';

const POOL = 2;

async function opened() {
  const said: string[] = [];
  const stream = new Writable({
    write(line, _, done) {
      said.push(JSON.parse(String(line)).msg);
      done();
    },
  });
  const { connection, drop } = await copyDatabase();
  const db = openDb(connection, { poolSize: POOL, log: pino({ level: 'info' }, stream) });
  return { said, drop, db, pool: db.pool };
}

const cut = new Error('terminating connection due to administrator command');
const lostMessage = 'database.connection.lost';

test('idle connection: losing it is logged once', async () => {
  const { pool, said, drop } = await opened();
  const client = await pool.connect();
  client.release();
  client.emit('error', cut);
  expect(said).toEqual([lostMessage]);
  await pool.end();
  await drop();
});

test('closing pool: only the loss of a connection in use is logged', async () => {
  const { pool, said, drop } = await opened();
  const [held, idle] = [await pool.connect(), await pool.connect()];
  idle.release();
  const ended = pool.end();
  idle.emit('error', cut);
  expect(said).toEqual([]);
  held.emit('error', cut);
  expect(said).toEqual([lostMessage]);
  held.release(true);
  await ended;
  await drop();
});

test('connections lost at or after the begin of a transaction do not exhaust the pool', async () => {
  const { db, pool, drop } = await opened();
  const getSocket = (client: object) => (client as { connection: { stream: Socket } }).connection.stream;
  let cuts = 2 * POOL;
  const lose = (client: object) => void (cuts-- > 0 && getSocket(client).destroy());
  pool.on('acquire', lose);
  while (cuts > 0) await expect(transaction(db, async () => 'done')).rejects.toThrow();
  pool.off('acquire', lose);
  for (let count = 0; count <= POOL; count++)
    await expect(
      transaction(db, async (tx) => {
        await tx.execute('select pg_terminate_backend(pg_backend_pid())');
      }),
    ).rejects.toThrow();
  expect(await transaction(db, async () => 'done')).toBe('done');
  expect(pool.totalCount).toBe(1);
  await pool.end();
  await drop();
});

test('failed transaction: the error is rethrown and the connection is reused', async () => {
  const { db, pool, drop } = await opened();
  const refused = transaction(db, async (tx) => {
    await tx.execute('create temporary table half (done int)');
    throw new Error('not today');
  });
  await expect(refused).rejects.toThrow('not today');
  expect((await pool.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
  expect(pool.totalCount).toBe(1);
  await pool.end();
  await drop();
});

test('change: two changes that lock the same rows in opposite orders both succeed', async () => {
  const { db, pool, drop } = await opened();
  await pool.query('create table pair (id integer primary key, count integer not null default 0)');
  await pool.query('insert into pair values (1), (2)');
  let met = 0;
  const both = Promise.withResolvers<void>();
  const lockInOrder = (first: number, second: number) =>
    transaction(db, async (tx) => {
      await tx.execute(sql`update pair set count = count + 1 where id = ${first}`);
      // In the first try each holds one of the two rows.
      if (++met === 2) both.resolve();
      await both.promise;
      await tx.execute(sql`update pair set count = count + 1 where id = ${second}`);
    });
  await Promise.all([lockInOrder(1, 2), lockInOrder(2, 1)]);
  expect((await pool.query('select count from pair')).rows).toEqual([{ count: 2 }, { count: 2 }]);
  expect(met).toBe(3);
  await pool.end();
  await drop();
});

test('a database that is empty: a worker, and a node with MIGRATE=off, end with one sentence', async () => {
  const { connection, drop } = await copyDatabase('template0');
  const log = makeLog({ level: 'silent', readable: false });
  const { config } = readConfig({ NODE_ENV: 'test' });
  await expect(createWorker({ config, connection, log, build: { id: 'none' } })).rejects.toThrow(
    /^The database is older than this version of the worker/,
  );
  await expect(prepareDatabase(connection, log, { migrate: false })).rejects.toThrow(
    /^The database is older than this version: run npm run migrate/,
  );
  await drop();
});
