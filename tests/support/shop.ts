// A whole shop in the test's process: a database copied from the template, its own ports, and a clock that
// the test turns.
//
//   import { expect, test } from '../../tests/support/shop.ts';
//   test('prices are in the chosen currency', async ({ shop }) => {
//     const { status, body } = await shop.call('POST /api/prices', { currency: 1 });
//   });

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { test as base, inject } from 'vitest';
import type { Makers } from '#modules/fulfilment/maker.ts';
import type { Clock } from '#platform/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { type Log, makeLog } from '#platform/logging/log.ts';
import type { Call, Output, Sent } from '../../src/api.ts';
import { createApp, type ShopApp } from '../../src/app.ts';
import { prepareDatabase } from '../../src/server/prepare-database.ts';
import { patience } from './patience.ts';
import { dataFolder, freePorts } from './process.ts';

export { describe, expect } from 'vitest';

export type ShopOptions = {
  /** Another shop than the default one, in an empty database. */
  readonly folder?: string;
  /** The time of the clock; a fixed day by default. */
  readonly at?: Date | string;
  /** More environment variables: `{ RATE_LIMITS: 'off' }`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** False: jobs do not run, so a test can inspect them. */
  readonly jobs?: boolean;
  /** Programs that produce pieces. */
  readonly makers?: Makers | 'own';
  /** The log, for tests that read it. */
  readonly log?: Log;
  /** Routes its database connections through a proxy, which `ready` opens. */
  readonly through?: (connection: pg.ClientConfig) => pg.ClientConfig;
  readonly ready?: () => Promise<void>;
};

export type Mail = {
  readonly to: string;
  readonly from: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly at: string;
};

export type Answer<C extends Call> = {
  readonly status: number;
  readonly headers: Headers;
  /** Has the type of the API table if the status is 200. */
  readonly body: Output<C>;
};

export type Shop = ShopApp & {
  readonly clock: TestClock;
  readonly connection: pg.ClientConfig;
  /** Makes a call of the API table, as a browser does. */
  call<C extends Call>(name: C, input: Sent<C> | unknown, options?: CallOptions): Promise<Answer<C>>;
  /** Waits for a mail to an address; returns the newest. */
  mail(to: string, about?: RegExp): Promise<Mail>;
  mails(to: string): Promise<readonly Mail[]>;
  /** Queries the database directly, for the functions in rows/. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
  /** `await using one = await shop()` closes it at the end of the block. */
  [Symbol.asyncDispose](): Promise<void>;
};

export type CallOptions = { readonly token?: string; readonly headers?: Readonly<Record<string, string>> };

/** Shared by two shops over one database. */
export const SECRET_KEYS = 'a key that signs in tests and nowhere else';

const MAIL_PATIENCE_MS = patience(60_000);
const LOOK_AGAIN_MS = 20;

/** Opens a shop, which the caller closes. The fixture `shop` below opens and closes one per file. */
export async function shop(options: ShopOptions = {}): Promise<Shop> {
  const { folder } = options;
  const { connection: direct, drop } = await copyDatabase(folder && 'template0');
  const connection = { ...direct, ...options.through?.(direct) };
  await options.ready?.();
  const data = dataFolder();
  // Chosen before the shop opens, because mails, pages and payment links contain the addresses.
  const [port = 0, deskPort = 0, sandboxPort = 0] = await freePorts(3);
  const { config, errors } = readConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    SHOP_URL: `http://localhost:${port}`,
    DESK_PORT: String(deskPort),
    SANDBOX_PORT: String(sandboxPort),
    DATABASE_POOL: '4',
    SECRET_KEYS,
    DATA_DIR: data.path,
    FILES_FREE_MB: '0',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    ...(folder ? { SHOP_DIR: folder } : {}),
    ...options.environment,
  });
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const log = options.log ?? makeLog({ level: config.logLevel, readable: false });
  if (folder) await prepareDatabase(direct, log, { shopDir: folder });
  const clock = testClock(options.at);
  const { makers } = options;
  const app = await createApp({
    makers,
    config,
    connection,
    log,
    clock,
    build: inject('build'),
    jobs: options.jobs ?? true,
    schedules: false,
    refuseEarly: false,
  });
  const close = async () => {
    await app.stop();
    await drop();
    data.drop();
  };
  return {
    ...app,
    ...createCalls(app),
    clock,
    connection,
    sql: async (text, values = []) => (await app.ctx.db.pool.query(text, [...values])).rows,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function createCalls({ urls }: ShopApp): Pick<Shop, 'call' | 'mail' | 'mails'> {
  const mails = async (to: string) => {
    if (urls.sandbox === undefined) throw new Error('this shop has no sandbox, so its mails cannot be read');
    return (await (await fetch(`${urls.sandbox}/mail.json?to=${encodeURIComponent(to)}`)).json()) as Mail[];
  };
  return {
    mails,
    async mail(to, about = /./) {
      const until = Date.now() + MAIL_PATIENCE_MS;
      for (;;) {
        const found = (await mails(to)).find(({ subject }) => about.test(subject));
        if (found) return found;
        if (Date.now() > until) throw new Error(`no mail to ${to} about ${about} came within ${MAIL_PATIENCE_MS / 1_000} s`);
        await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
      }
    },
    async call(name, input, { token, headers } = {}) {
      const [method = '', path = ''] = name.split(' ');
      const query = method === 'GET' && input ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
      const response = await fetch(urls.storefront + path + query, {
        method,
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(method === 'GET' ? {} : { body: JSON.stringify(input ?? {}) }),
      });
      const text = await response.text();
      const json = response.headers.get('content-type')?.includes('json');
      return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
    },
  };
}

/**
 * For tests that extend another's fixtures; see journey.ts. A second shop of a file, for tests that change
 * what the others share:
 * `const newShopTest = test.extend('shop', { scope: 'file' }, shopFixture)`.
 */
export async function shopFixture(
  { shopOptions }: { shopOptions: ShopOptions },
  { onCleanup }: { onCleanup(close: () => Promise<void>): void },
): Promise<Shop> {
  const opened = await shop(shopOptions);
  onCleanup(() => opened.close());
  return opened;
}

/**
 * One shop per test file; `base.extend('shopOptions', { scope: 'file' }, { … })` at its top opens another
 * kind.
 */
export const test = base.extend('shopOptions', { scope: 'file' }, {} as ShopOptions).extend('shop', { scope: 'file' }, shopFixture);

// A test clock that stands still until it is turned, so that no test sleeps.

export type Span = { readonly days?: number; readonly hours?: number; readonly minutes?: number; readonly seconds?: number };

export type TestClock = Clock & {
  /** Turns it forward; a negative span turns it back. */
  turn(by: Span): Date;
  set(to: Date | string): Date;
  /** From now on it runs at real speed, with the same offset. */
  run(): void;
};

/** Not near the end of a month or a change to summer time. */
const START = '2026-05-12T09:30:00.000Z';

export function testClock(start: Date | string = START): TestClock {
  let at = new Date(start).getTime();
  let ahead: number | undefined;
  const now = () => new Date(ahead === undefined ? at : Date.now() + ahead);
  const set = (to: Date | string) => {
    at = new Date(to).getTime();
    if (ahead !== undefined) ahead = at - Date.now();
    return now();
  };
  return {
    now,
    set,
    turn: (by) => set(new Date(now().getTime() + milliseconds(by))),
    run: () => {
      ahead = at - Date.now();
    },
  };
}

const milliseconds = ({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Span): number =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;

// A database per test: a copy of the template of Vitest's global setup (postgres.ts).

/** One connection for all databases of a worker, because PostgreSQL starts a process for each. */
let admin: pg.Pool | undefined;

export type OwnDatabase = { readonly connection: pg.ClientConfig & { readonly database: string }; drop(): Promise<void> };

/**
 * Copies the files of the template, or of another database, which takes 20–40 ms in memory. The source has no
 * connections.
 */
export async function copyDatabase(source?: string): Promise<OwnDatabase> {
  const provided = inject('postgres');
  if (!provided) throw new Error('This file belongs to a project without a database; vitest.config.ts says which.');
  const { connection, template } = provided;
  const database = `shop_${randomUUID().replaceAll('-', '')}`;
  admin ??= new pg.Pool({ ...connection, max: 1, allowExitOnIdle: true });
  const pool = admin;
  await pool.query(`create database ${database} template ${source ?? template} strategy file_copy`);
  return {
    connection: { ...connection, database },
    async drop() {
      await pool.query(`drop database ${database} with (force)`);
    },
  };
}
