// A connection that is lost is told, unless it was being closed anyway.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openDb } from '../src/infra/db.ts';
import { copyDatabase } from './support/database.ts';

async function opened() {
  const said: string[] = [];
  const stream = new Writable({
    write(line, _, done) {
      said.push(JSON.parse(String(line)).msg);
      done();
    },
  });
  const { connection, drop } = await copyDatabase();
  return { said, drop, pool: openDb(connection, { poolSize: 2, log: pino({ level: 'info' }, stream) }).pool };
}

const cut = new Error('terminating connection due to administrator command');
const told = 'a database connection was lost';

test('a connection that waits in the pool is told once when it is lost', async () => {
  const { pool, said, drop } = await opened();
  const client = await pool.connect();
  client.release();
  client.emit('error', cut);
  expect(said).toEqual([told]);
  await pool.end();
  await drop();
});

test('at a stop only the loss of one that somebody holds is told', async () => {
  const { pool, said, drop } = await opened();
  const [held, idle] = [await pool.connect(), await pool.connect()];
  idle.release();
  const ended = pool.end();
  idle.emit('error', cut);
  expect(said).toEqual([]);
  held.emit('error', cut);
  expect(said).toEqual([told]);
  held.release(true);
  await ended;
  await drop();
});
