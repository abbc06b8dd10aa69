// A process to kill: starts the database, writes rows if requested, and prints each event as one line of
// JSON.
// An id is printed only after its commit was acknowledged, so every printed id must exist later.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { findPackFile } from '#platform/embedded-postgres/binaries.ts';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { getDatabaseFolder } from '#platform/embedded-postgres/folder.ts';
import { claimLockFile, recordLeftovers } from '#platform/embedded-postgres/lock-file.ts';
import { asArguments, getSettings, SOCKET_PORT } from '#platform/embedded-postgres/settings.ts';
import { startPostgres } from '#platform/embedded-postgres/supervisor.ts';

export type Orders = {
  readonly dataDir: string;
  readonly writers?: number;
  readonly settings?: Record<string, string>;
  /**
   * The naive version: PostgreSQL as a plain child process without supervision, with or without an entry in
   * the holder's record.
   */
  readonly naive?: 'noted' | 'unknown';
};

const orders = JSON.parse(process.argv[2] ?? '{}') as Orders;
const say = (event: string, more: object = {}): void => console.log(JSON.stringify({ event, ...more }));
const logAs = (level: string) => (fields: object, message: string) => say('log', { level, message, ...fields });
const log = { info: logAs('info'), warn: logAs('warn'), error: logAs('error') };

async function write(url: string): Promise<never> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      for (;;) {
        const id = randomUUID();
        await client.query('insert into kept values ($1)', [id]);
        say('row', { id });
      }
    } catch {
      // The database was killed, so reconnect. A refused connection takes a round trip, so this is not a busy
      // loop.
      await client.end().catch(() => {});
      await new Promise((next) => setTimeout(next, 10));
    }
  }
}

async function supervised(): Promise<void> {
  const since = performance.now();
  const postgres = await startPostgres({ dataDir: orders.dataDir, log, settings: orders.settings ?? {} });
  const url = formatConnectionUrl(postgres.connection);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // The table must survive, also if a test acknowledges rows too early.
  await client.query('set synchronous_commit = on');
  await client.query('create table if not exists kept (id uuid primary key)');
  await client.end();
  process.once('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
  say('ready', { postgresPid: postgres.pid(), url, tookMs: performance.now() - since });
  for (let writer = 0; writer < (orders.writers ?? 0); writer++) void write(url);
}

function naive(): void {
  const folder = getDatabaseFolder(orders.dataDir);
  const stepDown = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
  const settings = getSettings({ host: folder, port: SOCKET_PORT, fsync: true, own: {} });
  const [command = '', ...args] = [...stepDown, findPackFile('postgres'), '-D', folder, ...asArguments(settings)];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  if (orders.naive === 'noted') {
    claimLockFile(folder);
    recordLeftovers(folder, { postgres: child.pid ?? 0 });
  }
  say('begun', { postgresPid: child.pid, pidFile: join(folder, 'postmaster.pid') });
}

if (orders.naive !== undefined) naive();
else {
  try {
    await supervised();
  } catch (cause) {
    say('error', { name: (cause as Error).name, message: (cause as Error).message });
    process.exit(1);
  }
}
