// Lists of orders from a read replica: only while it has what the customer has done. A real replica, which
// streams from the embedded PostgreSQL.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { test as base, expect } from 'vitest';
import { closeDb, openDb } from '#platform/database/database.ts';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { getDatabaseFolder } from '#platform/embedded-postgres/folder.ts';
import { startPostgres } from '#platform/embedded-postgres/supervisor.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import { makeLog } from '#platform/logging/log.ts';
import { prepareDatabase } from '../src/server/prepare-database.ts';
import { order, post } from './faults/customers.ts';
import { newcomer, PASSWORD } from './support/accounts.ts';
import { patience } from './support/patience.ts';
import { dataFolder, startShop } from './support/process.ts';

const log = makeLog({ level: 'silent', readable: false });

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the required fixtures from the pattern.
  .extend('databases', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folders = [dataFolder({ inMemory: true }), dataFolder({ inMemory: true })] as const;
    const [first, second] = folders.map(({ path }) => path) as [string, string];
    const before = await startPostgres({ dataDir: first, log, fsync: false });
    await prepareDatabase(before.connection, log);
    await before.stop();
    execFileSync('cp', ['-a', `${getDatabaseFolder(first)}/.`, getDatabaseFolder(second)]);
    writeFileSync(join(getDatabaseFolder(second), 'standby.signal'), '');
    const primary = await startPostgres({ dataDir: first, log, fsync: false });
    const { host, port, user, password } = primary.connection;
    const source = `host=${host} port=${port} user=${user}${password ? ` password=${password}` : ''}`;
    const standby = await startPostgres({ dataDir: second, log, fsync: false, settings: { primary_conninfo: source } });
    onCleanup(async () => {
      await standby.stop();
      await primary.stop();
      for (const folder of folders) folder.drop();
    });
    return { primary: primary.connection, standby: standby.connection };
  })
  .extend('standby', { scope: 'file' }, async ({ databases }, { onCleanup }) => {
    const client = new pg.Client(databases.standby);
    await client.connect();
    onCleanup(() => client.end());
    return client;
  });

test('replica that has replayed what was written: fresh but for who has just changed something', async ({ databases, standby }) => {
  const db = openDb(databases.primary, { poolSize: 2, log, read: databases.standby });
  const [ada, bo] = [ofAccount(randomUUID()), ofAccount(randomUUID())];
  const isFresh = () => [ada, bo].map((topic) => db.replica?.isFresh(topic));
  await expect.poll(isFresh).toEqual([true, true]);
  markChanged(db.orm, ada, 'orders');
  expect(isFresh()).toEqual([false, true]);
  await expect.poll(isFresh).toEqual([true, true]);

  await standby.query('select pg_wal_replay_pause()');
  await db.pool.query('create table written_later ()');
  await expect.poll(isFresh).toEqual([false, false]);
  await standby.query('select pg_wal_replay_resume()');
  await expect.poll(isFresh).toEqual([true, true]);

  db.replica?.forget();
  expect(isFresh()).toEqual([false, false]);
  await closeDb(db);
});

test('list of orders: from the replica, and from the primary while the replica is behind', async ({ databases, standby }) => {
  const shop = await startShop({
    DATABASE_URL: formatConnectionUrl(databases.primary),
    DATABASE_READ_URL: formatConnectionUrl(databases.standby),
    DATA_DIR: dataFolder().path,
    RATE_LIMITS: 'off',
  });
  await shop.said('Fanfare is open.');
  const customer = newcomer();
  await post(shop, '/api/Accounts/register', customer);
  const login = await post(shop, '/api/Accounts/login', { email: customer.email, password: PASSWORD });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const count = async () => {
    const answer = await fetch(`${shop.url}/api/orders`, { headers: { authorization: `Bearer ${accessToken}` } });
    return ((await answer.json()) as unknown[]).length;
  };
  await standby.query('select pg_wal_replay_pause()');
  expect((await order(shop, accessToken, 'first')).status).toBe(200);
  expect(await count()).toBe(1);
  await standby.query('select pg_wal_replay_resume()');
  const listedBy = async () => {
    expect(await count()).toBe(1);
    const { rows } = await standby.query(
      "select from pg_stat_activity where application_name = 'fanfare read' and query like '%asked.place%'",
    );
    return rows.length;
  };
  await expect.poll(listedBy, { timeout: patience(20_000) }).toBeGreaterThan(0);
  shop.child.kill('SIGTERM');
  await shop.ended;
});
