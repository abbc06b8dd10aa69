// A shop whose database has several hosts: it uses the one that accepts writes, and the next one after a
// failover.
import { expect, test } from 'vitest';
import { openExternalDatabase } from '#platform/database/check-database.ts';
import { parseConnection, toPooledConnection } from '#platform/database/connection.ts';
import { closeDb, openDb, transaction } from '#platform/database/database.ts';
import { makeLog } from '#platform/logging/log.ts';
import { type Cable, cable } from './support/process.ts';
import { countNamedStatements, databaseName, LOCK_TIMEOUT, makeReplica } from './support/rows/database.ts';
import { copyDatabase } from './support/shop.ts';

const log = makeLog({ level: 'silent', readable: false });
const urls = (databaseUrl: string) => ({
  databaseUrl,
  databaseDirectUrl: undefined,
  databaseReadUrl: undefined,
  production: false,
  allowAsyncReplicas: false,
});

/** Two hosts that lead to the same database. */
async function twoHosts() {
  const { connection, drop } = await copyDatabase();
  const lines: readonly Cable[] = [cable(), cable()];
  const folders = lines.map((line) => encodeURIComponent(String(line.through(connection).host)));
  await Promise.all(lines.map((line) => line.mend()));
  const url = `postgres://${connection.user}@${folders.join(',')}/${connection.database}?target_session_attrs=read-write`;
  const close = async () => {
    for (const line of lines) await line.drop();
    await drop();
  };
  return { url, connection, lines, close };
}

test('first host goes away: the pool goes on at the second one, also in transactions', async () => {
  const { url, lines, close } = await twoHosts();
  const { connection } = (await openExternalDatabase(urls(url), log)) ?? { connection: {} };
  const db = openDb(connection, { poolSize: 2, log });
  const one = async () => (await db.pool.query('select 1 as one')).rows;
  expect(await one()).toEqual([{ one: 1 }]);
  await lines[0]?.cut();
  await expect.poll(() => one().catch(() => undefined)).toEqual([{ one: 1 }]);
  expect(await transaction(db, async (tx) => (await tx.execute('select 2 as two')).rows)).toEqual([{ two: 2 }]);
  expect(await db.probe.state()).toBe('writable');
  await closeDb(db);
  await close();
});

test('database that is away at the start: the start says what it waits for, and goes on when it answers', async () => {
  const { url, lines, close } = await twoHosts();
  for (const line of lines) await line.cut();
  const waits: unknown[] = [];
  const warn = (fields: object) => {
    if (waits.push(fields) === 1) void lines[1]?.mend();
  };
  expect(await openExternalDatabase(urls(url), { warn: warn as typeof log.warn })).toHaveProperty('connection');
  expect(waits[0]).toMatchObject({
    waitsFor: expect.stringMatching(/^DATABASE_URL: the database does not answer \(/),
    seconds: expect.any(Number),
  });
  await close();
});

test('hosts that only read: a start is refused with one sentence', async () => {
  const { url, connection, lines, close } = await twoHosts();
  await makeReplica(connection);
  await expect(openExternalDatabase(urls(url), log, 0)).rejects.toMatchObject({
    lines: [expect.stringMatching(/^DATABASE_URL: only replicas answer, and the shop has to write \(.*read-only, .*read-only\)\.$/)],
  });
  for (const line of lines) await line.cut();
  await expect(openExternalDatabase(urls(url), log, 0)).rejects.toMatchObject({
    lines: [expect.stringMatching(/^DATABASE_URL: the database does not answer/)],
  });
  await close();
});

test('replica to read from: used for reads that may be old, and for nothing else', async () => {
  const [primary, replica] = [await copyDatabase(), await copyDatabase()];
  const db = openDb(primary.connection, { poolSize: 1, log, read: replica.connection });
  expect([await databaseName(db.reads), await databaseName(db.orm)]).toEqual([replica.connection.database, primary.connection.database]);
  await closeDb(db);
  await Promise.all([primary.drop(), replica.drop()]);
});

test('behind a pooler: no statement has a name, and each transaction sets its own time limits', async () => {
  const { connection, drop } = await copyDatabase();
  const db = openDb(toPooledConnection(connection), { poolSize: 1, log });
  expect(await countNamedStatements(db.pool)).toBe(0);
  expect((await db.pool.query(LOCK_TIMEOUT)).rows).toEqual([{ ms: '0' }]);
  expect(await transaction(db, async (tx) => (await tx.execute(LOCK_TIMEOUT)).rows)).toEqual([{ ms: '5s' }]);
  expect((await db.pool.query(LOCK_TIMEOUT)).rows).toEqual([{ ms: '0' }]);
  await closeDb(db);
  await drop();
});

test('one host without special wishes: the address is passed on as it is', () => {
  expect(parseConnection('postgres://u:p@db/fanfare')).toMatchObject({ connectionString: 'postgres://u:p@db/fanfare' });
});
