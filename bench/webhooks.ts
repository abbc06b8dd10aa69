// Benchmark of webhooks: how many messages a second reach one receiver on this machine, which answers at
// once. The sender is this process, with the embedded database and fsync on; the receiver is another one.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { addWebhook } from '#modules/webhooks/actions.ts';
import { sendWebhooks } from '#modules/webhooks/send.ts';
import { readConfig } from '#platform/config/config.ts';
import { transaction } from '#platform/database/database.ts';
import { startPostgres } from '#platform/embedded-postgres/supervisor.ts';
import { createCipher } from '#platform/identity/encryption.ts';
import { makeLog } from '#platform/logging/log.ts';
import { createModules } from '../src/app.ts';
import { prepareDatabase } from '../src/server/prepare-database.ts';
import { computeMedian } from './measure.ts';

const MESSAGES = 3_000;
const ROUNDS = 5;

if (process.argv[2] === 'receiver') receive();
else await measureAll();

function receive(): void {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}

async function measureAll(): Promise<void> {
  const log = makeLog({ level: 'warn', readable: false });
  const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-bench-'));
  const postgres = await startPostgres({ dataDir, log });
  const receiver = fork(import.meta.filename, ['receiver']);
  try {
    await measure(dataDir, postgres.connection, receiver);
  } finally {
    receiver.disconnect();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(dataDir: string, connection: pg.ClientConfig & { database: string }, receiver: ChildProcess): Promise<void> {
  const [port] = (await once(receiver, 'message')) as [number];
  const log = makeLog({ level: 'warn', readable: false });
  const { config } = readConfig({ NODE_ENV: 'development', DATA_DIR: dataDir, WEBHOOK_HOSTS: '127.0.0.1', FILES_FREE_MB: '0' });
  await prepareDatabase(connection, log, config);
  const { ctx, secrets, stop } = await createModules({ config, connection, log });
  const deps = { ctx, webhookCipher: createCipher(secrets, 'webhooks'), collect: async () => undefined, findObject: async () => null };
  const pool = new pg.Pool({ ...connection, max: 1 });
  await transaction(ctx.db, (tx) =>
    addWebhook(deps, tx, null, { url: `http://127.0.0.1:${port}/hooks`, events: ['order.created'], snapshot: false }),
  );
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await pool.query(
      `insert into event (type, key, subject_id, happened_at, fields)
       select 'order.created', gen_random_uuid()::text, gen_random_uuid()::text, now(), '{}' from generate_series(1, $1)`,
      [MESSAGES],
    );
    const began = performance.now();
    await sendWebhooks(deps, new AbortController().signal);
    rates.push(MESSAGES / ((performance.now() - began) / 1_000));
  }
  const { rows } = await pool.query<{ count: number }>('select count(*)::int from webhook_message where arrived_at is not null');
  if (rows[0]?.count !== MESSAGES * ROUNDS) throw new Error(`${rows[0]?.count} messages arrived, not ${MESSAGES * ROUNDS}`);
  console.log(`Webhooks: ${Math.round(computeMedian(rates))} messages a second to one receiver (${rates.map(Math.round).join(', ')}).`);
  await pool.end();
  stop();
  process.exitCode = 0;
  setImmediate(() => process.exit());
}
