// The embedded PostgreSQL under kills: acknowledged rows survive, and a killed shop leaves no process behind.
// The tests use real processes, and naive versions show that the tests can fail.
import { spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { findPackFolder, makeLinks } from '#platform/embedded-postgres/binaries.ts';
import { findPostgres } from '#platform/embedded-postgres/find.ts';
import { isAlive, listPostgresIn, readPostmaster } from '#platform/embedded-postgres/processes.ts';
import { patience } from '../support/patience.ts';
import {
  asRoot,
  type Child,
  dropWhole,
  makeDatabase,
  makeFolder,
  missingFrom,
  NOBODY,
  run,
  startChild,
  stepDown,
  tidy,
  until,
  untilGone,
} from './postgres-support.ts';

const KILLS = process.env.FULL === '1' ? 100 : 10;
/** Promised within five seconds; the normal run may share its cores with other work. */
const WITHIN_MS = patience(process.env.FULL ? 5_000 : 60_000);
/**
 * Longer than the waits for one kill, which have their own limits: a busy machine is slow, but loses no row.
 */
const KILL_MS = 30_000;
const onLinux = process.platform === 'linux';
const strays: number[] = [];

afterEach(() => tidy(strays.splice(0)));
afterAll(dropWhole);

const findPostgresPid = (child: Child): number =>
  child.said.findLast((said) => said.postgresPid !== undefined && said.message !== undefined)?.postgresPid ?? 0;

/** Enough rows to kill during a write. */
const writing = (child: Child): Promise<boolean> => {
  const from = child.rows.length;
  return until('twenty more rows', () => child.rows.length >= from + 20);
};

/** Kills PostgreSQL under the running shop and returns how long it was down. */
async function killPostgres(child: Child): Promise<number> {
  const from = child.said.length;
  process.kill(findPostgresPid(child), 'SIGKILL');
  const since = performance.now();
  await child.hears('a database that is ready again', (said) => said.message === 'postgres.restart.succeeded', from);
  return performance.now() - since;
}

describe('acknowledged rows', () => {
  test(`${KILLS} kills of the shop and of PostgreSQL in turn, under writes: no row is lost`, {
    timeout: patience(KILLS * KILL_MS),
  }, async () => {
    const dataDir = await makeDatabase();
    const acknowledged: string[] = [];
    const away = { shop: [] as number[], postgres: [] as number[] };
    let child = startChild({ dataDir, writers: 4 });
    await child.ready();
    for (let kill = 0; kill < KILLS; kill++) {
      await writing(child);
      if (kill % 2 === 0) {
        child.process.kill('SIGKILL');
        const since = performance.now();
        await child.ended;
        acknowledged.push(...child.rows);
        child = startChild({ dataDir, writers: 4 });
        await child.ready();
        away.shop.push(performance.now() - since);
      } else {
        away.postgres.push(await killPostgres(child));
      }
      expect(await missingFrom(dataDir, [...acknowledged, ...child.rows])).toEqual([]);
    }
    console.info(
      `${acknowledged.length + child.rows.length} rows; longest away, ms: shop ${longest(away.shop)}, PostgreSQL ${longest(away.postgres)}`,
    );
    expect(Math.max(...away.shop, ...away.postgres)).toBeLessThan(WITHIN_MS);
  });

  test('naive version that acknowledges before the WAL is written: loses rows', async () => {
    const dataDir = await makeDatabase();
    const child = startChild({ dataDir, writers: 4, settings: { synchronous_commit: 'off', wal_writer_delay: '10s' } });
    await child.ready();
    await writing(child);
    await killPostgres(child);
    expect(await missingFrom(dataDir, child.rows)).not.toEqual([]);
  });
});

const longest = (times: readonly number[]): number => Math.round(Math.max(...times));

describe('processes of a killed shop', () => {
  /** As after a crash of the machine: the pid file has the id of another process of the same user. */
  function giveNumberAway(folder: string): void {
    const [command = '', ...args] = [...(asRoot ? stepDown(NOBODY) : []), 'sleep', '60'];
    const stranger = spawn(command, args, { stdio: 'ignore' });
    strays.push(stranger.pid ?? 0);
    const pidFile = join(folder, 'postmaster.pid');
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(stranger.pid)));
  }

  test('shop killed: its PostgreSQL stops; both killed at once: the next start works', async () => {
    const dataDir = await makeDatabase();
    const first = startChild({ dataDir, writers: 4 });
    const { postgresPid = 0 } = await first.ready();
    await writing(first);
    expect(isAlive(postgresPid)).toBe(true);
    first.process.kill('SIGKILL');
    await untilGone(postgresPid);
    const second = startChild({ dataDir, writers: 4 });
    const { postgresPid: secondPid = 0 } = await second.ready();
    await writing(second);
    process.kill(secondPid, 'SIGKILL');
    second.process.kill('SIGKILL');
    await Promise.all([first.ended, second.ended]);
    giveNumberAway(join(dataDir, 'postgres'));
    expect((await startChild({ dataDir }).ready()).tookMs).toBeLessThan(WITHIN_MS);
    expect(await missingFrom(dataDir, [...first.rows, ...second.rows])).toEqual([]);
  });

  test.skipIf(!onLinux)('naive version: leaves an orphan, which the next start stops; a foreign server is left running', async () => {
    const dataDir = await makeDatabase();
    for (const naive of ['unknown', 'noted'] as const) {
      const twin = startChild({ dataDir, naive });
      const { postgresPid = 0 } = await twin.hears('an untied PostgreSQL', (said) => said.event === 'begun');
      strays.push(postgresPid);
      await until('an untied PostgreSQL that is ready', () => findPostgres(dataDir));
      twin.process.kill('SIGKILL');
      await twin.ended;
      expect(isAlive(postgresPid), 'an orphan').toBe(true);
      const next = startChild({ dataDir });
      if (naive === 'noted') {
        await next.ready();
        expect(isAlive(postgresPid), 'our orphan').toBe(false);
      } else {
        expect((await next.error()).message).toMatch(`${join(dataDir, 'postgres')} is in use: PostgreSQL, process ${postgresPid}`);
        expect(isAlive(postgresPid), 'somebody’s PostgreSQL').toBe(true);
        process.kill(postgresPid, 'SIGINT');
        await untilGone(postgresPid);
      }
    }
  });

  test('killed while it creates a database: of two concurrent starts one creates it, the other is refused', async () => {
    const dataDir = makeFolder();
    const child = startChild({ dataDir });
    await until('a half made database', () => existsSync(join(dataDir, 'postgres.new', 'base')));
    child.process.kill('SIGKILL');
    await child.ended;
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    const both = [startChild({ dataDir }), startChild({ dataDir })];
    const ended = await Promise.all(both.map((next) => next.hears('an outcome', ({ event }) => event === 'ready' || event === 'error')));
    expect(ended.map(({ event }) => event).toSorted()).toEqual(['error', 'ready']);
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres.holder']);
  });
});

describe('exclusive data folder', () => {
  test('second shop: refused within five seconds with the holder named; a stopped shop releases it immediately', async () => {
    const dataDir = await makeDatabase();
    const child = startChild({ dataDir, writers: 2 });
    await child.ready();
    const since = performance.now();
    const second = startChild({ dataDir });
    const { message } = await second.error();
    expect(performance.now() - since).toBeLessThan(WITHIN_MS);
    expect(message).toBe(
      `${join(dataDir, 'postgres')} is in use: process ${child.pid} runs a shop on it. Stop that one first, or give this one a DATA_DIR of its own.`,
    );
    await writing(child);
    child.process.kill('SIGTERM');
    await startChild({ dataDir }).ready();
    expect(await child.ended).toBe(0);
    expect(await missingFrom(dataDir, child.rows)).toEqual([]);
  });
});

describe('unusable data folder', () => {
  test('unknown setting, another version or damage: one line each', async () => {
    const dataDir = await makeDatabase();
    const folder = join(dataDir, 'postgres');
    expect((await startChild({ dataDir, settings: { wrk_mem: '8MB' } }).error()).message).toMatch(
      /unrecognized configuration parameter "wrk_mem"/,
    );
    writeFileSync(join(folder, 'PG_VERSION'), '17\n');
    expect((await startChild({ dataDir }).error()).message).toMatch(/was written by PostgreSQL 17, and this shop brings PostgreSQL 18/);
    writeFileSync(join(folder, 'PG_VERSION'), '18\n');
    truncateSync(join(folder, 'global', 'pg_control'), 100);
    expect(await startChild({ dataDir }).error()).toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/the data in .* is damaged\. Restore/),
    });
  });
});

describe('path too long for a socket', () => {
  test.skipIf(!onLinux)('socket: moved elsewhere, found by the folder, and removed afterwards', async () => {
    const dataDir = await makeDatabase('long'.repeat(30));
    const child = startChild({ dataDir, writers: 1 });
    await child.ready();
    const host = findPostgres(dataDir)?.host ?? '';
    expect(host).toMatch(/\/fanfare-pg-\w+$/);
    await writing(child);
    child.process.kill('SIGKILL');
    await child.ended;
    const next = startChild({ dataDir });
    await next.ready();
    expect(await missingFrom(dataDir, child.rows)).toEqual([]);
    expect(existsSync(host)).toBe(false);
    const second = findPostgres(dataDir)?.host ?? '';
    next.process.kill('SIGTERM');
    await next.ended;
    expect(existsSync(second)).toBe(false);
    expect(findPostgres(dataDir)).toBeUndefined();
  });
});

/** Whether an ordinary user can read this checkout and its packages. */
function reachable(): boolean {
  const paths = [fileURLToPath(import.meta.url), process.execPath, join(findPackFolder(), 'native/bin/postgres')];
  return asRoot && onLinux && run([...stepDown(NOBODY), 'sh', '-c', 'test -r "$0" && test -x "$1" && test -x "$2"', ...paths]).well;
}

const ordinary = reachable();
if (!ordinary) console.info('SKIPPED: as an ordinary user (needs root on Linux, and a checkout that user 65534 can read)');

describe.skipIf(!ordinary)('user that PostgreSQL runs as', () => {
  const ways: [string, { owner?: number; closed?: boolean }, { uid?: number; path?: string }][] = [
    ['own user', { owner: NOBODY }, { uid: NOBODY }],
    // Without setpriv, as on macOS, the watchdog replaces the kernel's signal.
    ['own user, watched', { owner: NOBODY }, { uid: NOBODY, path: '/nowhere' }],
    ['root as a lesser user', {}, {}],
    ['root under another name', { closed: true }, {}],
  ];
  test.each(ways)('%s: starts, stops with the killed shop, and starts again', async (name, folder, as) => {
    if (folder.closed && !run(['unshare', '--user', '--map-user=65534', 'true']).well) {
      console.info('SKIPPED: this machine forbids user namespaces');
      return;
    }
    const dataDir = makeFolder(folder);
    const child = startChild({ dataDir, writers: 1 }, as);
    const { postgresPid = 0 } = await child.ready();
    expect(child.said.find((said) => said.message === 'postgres.start.succeeded')).toMatchObject({ as: name });
    await writing(child);
    await killPostgres(child);
    child.process.kill('SIGKILL');
    await child.ended;
    await until('nobody in the folder', () => listPostgresIn(join(dataDir, 'postgres')).length === 0);
    expect(isAlive(postgresPid)).toBe(false);
    expect((await startChild({ dataDir }, as).ready()).tookMs).toBeLessThan(WITHIN_MS);
    expect(await missingFrom(dataDir, child.rows)).toEqual([]);
  });

  test('data of one user: another user is refused, and root switches to the owner', async () => {
    const owner = 12_345;
    const dataDir = await makeDatabase();
    const folder = join(dataDir, 'postgres');
    run(['chown', '-R', `${owner}:${owner}`, folder]);
    chownSync(dataDir, NOBODY, NOBODY);
    const stranger = startChild({ dataDir }, { uid: NOBODY });
    expect((await stranger.error()).message).toMatch(`belongs to user ${owner}, and this is user ${NOBODY}`);
    await startChild({ dataDir }).ready();
    expect(readFileSync(`/proc/${readPostmaster(folder)?.pid}/status`, 'utf8')).toMatch(`Uid:\t${owner}`);
  });

  test('library links: created, next to the data if the package belongs to another user', () => {
    const dataDir = makeFolder({ owner: NOBODY });
    const pack = join(dirname(dataDir), 'pack');
    const elsewhere = join(dataDir, 'lib');
    copyPack(pack);
    const version = (env: NodeJS.ProcessEnv = {}) => run([join(pack, 'native/bin/postgres'), '--version'], env);
    expect(version().err, 'the naive way').toMatch(/error while loading shared libraries/);
    const module = new URL('../../src/platform/embedded-postgres/binaries.ts', import.meta.url);
    const script = `import { makeLinks } from '${module}'; console.log(makeLinks('${pack}', '${elsewhere}'));`;
    expect(run([...stepDown(NOBODY), process.execPath, '--input-type=module', '-e', script]).out.trim()).toBe(elsewhere);
    expect(version({ LD_LIBRARY_PATH: elsewhere }).out).toMatch(/ 18\./);
    expect(version().err).toMatch(/error while loading shared libraries/);
    expect([makeLinks(pack, elsewhere), makeLinks(pack, elsewhere)]).toEqual([undefined, undefined]);
    expect(version().out).toMatch(/ 18\./);
  });
});

/** The package as npm unpacks it without install scripts: without links. */
function copyPack(to: string): void {
  const links = JSON.parse(readFileSync(join(findPackFolder(), 'native/pg-symlinks.json'), 'utf8')) as { target: string }[];
  const made = new Set(links.map((link) => join(findPackFolder(), link.target)));
  cpSync(join(findPackFolder(), 'native'), join(to, 'native'), { recursive: true, filter: (from) => !made.has(from) });
}
