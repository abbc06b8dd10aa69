// The process that a benchmark measures. The load comes from another process.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';
import { readConfig } from '#platform/config/config.ts';
import { startPostgres } from '#platform/embedded-postgres/supervisor.ts';
import { makeLog } from '#platform/logging/log.ts';
import { ensureBuilt } from '#site/builds/build.ts';
import { createApp } from '../src/app.ts';
import { prepareDatabase } from '../src/server/prepare-database.ts';

export type TargetName = keyof typeof targets;
export type TargetMessage =
  | { readonly port: number; readonly dataDir?: string | undefined }
  | { readonly cpuMicroseconds: number }
  | { readonly desk: Desk };

/** The desk's address and the owner's invitation. */
export type Desk = { readonly url: string; readonly link: string };

type Target = {
  readonly port: number /** Where its database is. */;
  readonly dataDir?: string;
  desk?(): Promise<Desk>;
  stop(): Promise<void>;
};

const targets = {
  'same bytes': serveSameBytes,
  'same bytes, no HTTP': serveSameBytesUnread,
  'fastify, same bytes': serveSameBytesByFastify,
  'one row': serveOneRow,
  shop: serveShop,
} as const;

const name = process.argv[2] as TargetName;
const options: unknown = JSON.parse(process.argv[3] ?? '{}');
const target: Target = await targets[name]();
const { port, dataDir, stop } = target;
send({ port, dataDir });
process.on('message', (command) => {
  const { user, system } = process.cpuUsage();
  if (command === 'cpu') send({ cpuMicroseconds: user + system });
  if (command === 'desk') void target.desk?.().then((desk) => send({ desk }));
});
// The benchmark has ended: remove everything.
process.on('disconnect', () => void stop().then(() => process.exit(0)));

function send(told: TargetMessage): void {
  process.send?.(told);
}

type Answer = { readonly bytes: number; readonly headers: Readonly<Record<string, string>> };

/** Baseline: node:http with the same bytes and headers. */
async function serveSameBytes(): Promise<Target> {
  const { bytes, headers } = options as Answer;
  const body = randomBytes(bytes);
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, stop: async () => void server.close() };
}

/** The least that a server in Node can do: each chunk is a request, answered with the same bytes. */
async function serveSameBytesUnread(): Promise<Target> {
  const { bytes, headers } = options as Answer;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`), randomBytes(bytes)]);
  const server = createSocketServer({ noDelay: true }, (socket) => {
    socket.on('data', () => socket.write(answer));
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, stop: async () => void server.close() };
}

/** Baseline: the hello route of Fastify with the same bytes and headers. */
async function serveSameBytesByFastify(): Promise<Target> {
  const { bytes, headers } = options as Answer;
  const body = randomBytes(bytes);
  const app = Fastify();
  app.route({ method: ['GET', 'POST'], url: '/', handler: async (_request, reply) => reply.headers(headers).send(body) });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() };
}

/** Baseline: a route that only reads one row. */
async function serveOneRow(): Promise<Target> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-bench-'));
  const postgres = await startPostgres({ dataDir, log: makeLog({ level: 'warn', readable: false }) });
  const pool = new pg.Pool({ ...postgres.connection, max: 8 });
  await pool.query('create table person (id uuid primary key, name text); insert into person values (gen_random_uuid(), $$Ada$$)');
  const { rows } = await pool.query<{ id: string }>('select id from person');
  const app = Fastify();
  app.get('/', async () => (await pool.query({ name: 'one', text: 'select * from person where id = $1', values: [rows[0]?.id] })).rows[0]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    port: (app.server.address() as AddressInfo).port,
    async stop() {
      await app.close();
      await pool.end();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type ShopOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  /** Data folder of an existing shop, whose jobs do not run; absent: a new shop. */
  readonly existingDataDir?: string;
};

/** As it runs in a shop: the embedded database with fsync on, jobs, its own limits, normal log level. */
async function serveShop(): Promise<Target> {
  const { environment, existingDataDir: kept } = options as ShopOptions;
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'fanfare-bench-'));
  const ports = { PORT: '0', DESK_PORT: '0', SANDBOX_PORT: '0' };
  const { config } = readConfig({ DATA_DIR: dataDir, ...ports, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...environment });
  const log = makeLog({ level: 'warn', readable: false });
  const postgres = await startPostgres({ dataDir, log });
  await prepareDatabase(postgres.connection, log);
  const app = await createApp({
    config,
    connection: postgres.connection,
    log,
    build: await ensureBuilt({}),
    jobs: kept === undefined,
  });
  return {
    port: Number(new URL(app.urls.storefront).port),
    dataDir,
    desk: async () => ({
      url: app.urls.desk,
      link: await app.linkToDesk({ email: 'owner@desk.example', name: 'Owner', role: 'owner' }),
    }),
    async stop() {
      await app.stop();
      await postgres.stop();
      if (!kept) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
