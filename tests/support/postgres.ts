// Vitest's global setup: the built web, and one PostgreSQL for all test files, with a template database that
// holds the demo catalogue. Each test's shop uses a copy. Disk sync is off.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '#platform/embedded-postgres/supervisor.ts';
import { makeLog } from '#platform/logging/log.ts';
import { type Build, ensureBuilt } from '#site/builds/build.ts';
import { drawAhead } from '../../scripts/release/draw-ahead.ts';
import { prepareDatabase } from '../../src/server/prepare-database.ts';
import { findChromium } from './browser.ts';
import { memoryFolder } from './process.ts';

export type TestPostgres = { readonly connection: pg.ClientConfig; readonly template: string };

declare module 'vitest' {
  export interface ProvidedContext {
    build: Build;
    postgres: TestPostgres;
  }
}

const TEMPLATE = 'fanfare_template';

/** Two projects have one each. */
const stops: (() => Promise<void>)[] = [];

export async function setup(project: TestProject): Promise<void> {
  const build = await ensureBuilt({ log: (line) => console.log(line) });
  await drawAhead(build);
  project.provide('build', build);
  const log = makeLog({ level: process.env.LOG_LEVEL ?? 'warn', readable: false });
  // A database is about 300 small files. To copy them takes 20–40 ms in memory and ten times as long on a
  // slow disk.
  const dataDir = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'fanfare-tests-'));
  const postgres = await startPostgres({ dataDir, log, fsync: false, settings: { full_page_writes: 'off' } });
  stops.push(async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const template = { ...postgres.connection, database: TEMPLATE };
  await prepareDatabase(template, log);
  project.provide('postgres', { connection: { ...postgres.connection }, template: TEMPLATE });
  // Unpack Chromium before the workers need it, so that no test's timeout includes it.
  findChromium();
}

export async function teardown(): Promise<void> {
  for (const stop of stops.splice(0)) await stop();
}
