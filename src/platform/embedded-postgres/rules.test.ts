import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fitsSocketPath, hasDatabase } from './folder.ts';
import { claimLockFile, releaseLock } from './lock-file.ts';
import { parsePidFile, parseStat } from './processes.ts';
import { explainEnd, type FolderUser, getLogLevel, getNextAttempt, getNextStep, isPrivate, type NextStep, retryDelayMs } from './rules.ts';
import { asArguments, getEnvironment, getSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'fanfare-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('data folder', () => {
  const control = { 'global/pg_control': '' };
  test.each<[string, Record<string, string> | undefined, boolean | RegExp]>([
    ['absent', undefined, false],
    ['empty', {}, false],
    ['complete', { PG_VERSION: '18\n', ...control }, true],
    ['of an older PostgreSQL', { PG_VERSION: '17\n', ...control }, /written by PostgreSQL 17, and this shop brings PostgreSQL 18/],
    ['of a newer PostgreSQL', { PG_VERSION: '19\n', ...control }, /written by PostgreSQL 19/],
    ['of something else', control, /PG_VERSION is missing/],
  ])('%s', (name, files, expected) => {
    const path = join(folder, name);
    if (files) mkdirSync(join(path, ...(files === control || 'global/pg_control' in files ? ['global'] : [])), { recursive: true });
    for (const [file, content] of Object.entries(files ?? {})) writeFileSync(join(path, file), content);
    if (typeof expected === 'boolean') expect(hasDatabase(path)).toBe(expected);
    else expect(() => hasDatabase(path)).toThrow(expected);
  });
});

test.each<[string, FolderUser, number, NextStep]>([
  ['none', 'none', 0, 'go'],
  ['none after a wait', 'none', 60_000, 'go'],
  ['ours, just signalled by the death of its parent', 'ours', 0, 'wait'],
  ['ours, not yet signalled', 'ours', 300, 'SIGINT'],
  ['ours, slow', 'ours', 2_500, 'SIGQUIT'],
  ['ours, stuck', 'ours', 12_000, 'refuse'],
  ['of another owner', 'foreign', 0, 'wait'],
  ['of another owner, still running', 'foreign', 2_000, 'refuse'],
  ['sessions of a killed server', 'sessions', 0, 'wait'],
  ['busy sessions of a killed server', 'sessions', 500, 'SIGKILL'],
  ['sessions that never end', 'sessions', 12_000, 'refuse'],
])('earlier server in the data folder: %s', (_, user, waitedMs, step) => expect(getNextStep(user, waitedMs)).toBe(step));

test('server of another owner: never signalled, however long it runs', () => {
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 50) expect(getNextStep('foreign', waitedMs)).not.toMatch(/^SIG/);
});

test('restart pauses: they grow with each failure and stay below five seconds', () => {
  const pauses = Array.from({ length: 12 }, (_, attempt) => retryDelayMs(attempt));
  expect(pauses[0]).toBe(0);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(Math.max(...pauses)).toBeLessThan(5_000);
  expect([getNextAttempt(4, 100), getNextAttempt(4, 60_000)]).toEqual([4, 0]);
});

test.each([
  ['103 bytes', 'd'.repeat(88), true],
  ['104 bytes', 'd'.repeat(89), false],
  // The length is counted in bytes, not in characters.
  ['45 characters and 105 bytes', 'あ'.repeat(30), false],
])('socket with a path of %s: fits is %s', (_, name, fits) => expect(fitsSocketPath(`/${name}`)).toBe(fits));

describe('pid file', () => {
  test('running PostgreSQL: parsed', () => {
    expect(parsePidFile('4242\n/data/postgres\n1800000000\n5432\n/data/postgres\n\n  1234567   3\nready   \n')).toEqual({
      pid: 4242,
      port: 5432,
      host: '/data/postgres',
      status: 'ready',
    });
  });
  test.each(['', '\n', 'garbage\n', '-12\n'])('incomplete or unknown content %j: undefined', (text) =>
    expect(parsePidFile(text)).toBeUndefined(),
  );
});

test.each([
  ['4242 (postgres) S 1 4242 4242 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 987654 1 1', { name: 'postgres', state: 'S', born: '987654' }],
  ['7 (a) Z (b c) Z 1 7 7 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 55 1 1', { name: 'a) Z (b c', state: 'Z', born: '55' }],
  ['', undefined],
])('line of /proc/stat is parsed: %s', (line, stat) => expect(parseStat(line)).toEqual(stat));

describe('lock of the folder', () => {
  const path = join(folder, 'locked');
  const file = `${path}.holder`;
  test.each([
    ['of a process that is gone', '{"pid":999999999,"born":"b 1","postgres":8}', { postgres: 8 }],
    ['of an earlier process with the same pid', `{"pid":${process.pid},"born":"b 1"}`, {}],
    ['cut off', '{"pid":7', {}],
    ['empty', '', {}],
  ])('record %s: the lock is won, with what the record names', (_, text, leftovers) => {
    writeFileSync(file, text);
    expect(claimLockFile(path)).toBeUndefined();
    expect(claimLockFile(path)).toBe(process.pid);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ pid: process.pid, born: expect.stringMatching(/ \d+$/), ...leftovers });
    releaseLock(path);
  });
});

test.each([
  ['WARNING:  out of room', 'warn', false],
  ['FATAL:  sorry, too many clients already', 'warn', false],
  ['FATAL:  terminating connection due to administrator command', undefined, false],
  ['PANIC:  could not write to file', 'error', false],
  ['LOG:  checkpoint complete', undefined, false],
  ['ERROR:  invalid input syntax for type integer: "a@b.example"', undefined, true],
  ['\tsecond line of a message', undefined, true],
])('log line of PostgreSQL: level and privacy of %j', (line, level, hidden) =>
  expect([getLogLevel(line), isPrivate(line)]).toEqual([level, hidden]),
);

describe('explanation of a failed start', () => {
  test.each([
    ['FATAL:  lock file "postmaster.pid" already exists', /another PostgreSQL is working in \/d/],
    ['FATAL:  could not write lock file "postmaster.pid": No space left on device', /disk that holds \/d is full/],
    ['postgres: error while loading shared libraries: libicui18n.so.60: cannot open', /library libicui18n\.so\.60 cannot be loaded/],
    ['postgres: could not find the database system … but could not open file "/d/global/pg_control": No such file', /damaged\. Restore/],
    ['PANIC:  could not locate a valid checkpoint record at 0/1B81500', /damaged\. Restore a backup/],
    ['FATAL:  data directory "/d" has wrong ownership', /must belong to one user/],
    ['FATAL:  unrecognized configuration parameter "wrk_mem"', /unrecognized configuration parameter "wrk_mem"\./],
    ['FATAL:  something new', /did not start in \/d \(code 1\): FATAL: {2}something new/],
  ])('%s', (line, expected) =>
    expect(explainEnd('/d', ['LOG:  starting', line, 'LOG:  database system is shut down'], 'code 1')).toMatch(expected),
  );
  test('no output: the signal is named', () =>
    expect(explainEnd('/d', [], 'signal SIGKILL')).toBe('PostgreSQL did not start in /d (signal SIGKILL).'));
});

describe('PostgreSQL settings', () => {
  const own = { work_mem: '8MB', listen_addresses: '*', unix_socket_permissions: '0777' };
  const durable = getSettings({ host: '/d', port: 5432, fsync: true, own });
  test('owner settings: applied, but durability and access restrictions stay', () => {
    expect(durable).toMatchObject({ fsync: 'on', work_mem: '8MB', listen_addresses: '', unix_socket_permissions: '0700', timezone: 'UTC' });
    expect(asArguments(durable)).toContain('listen_addresses=');
  });
  test('fsync off: only on request', () => {
    expect(getSettings({ host: '/d', port: 5432, fsync: false, own: {} })).toMatchObject({
      fsync: 'off',
      shared_buffers: '32MB',
    });
  });
  test('socket folder with a comma: quoted as one folder', () => {
    expect(getSettings({ host: '/a, b', port: 5432, fsync: true, own: {} }).unix_socket_directories).toBe('"/a, b"');
  });
  test('environment: secrets of the shop are not passed to PostgreSQL', () => {
    const environment = getEnvironment({ PATH: '/bin', PGPORT: '1', JWT_SECRET: 's', LD_PRELOAD: 'x' }, undefined);
    expect(environment).toEqual({ PATH: '/bin', LC_ALL: 'C', TZ: 'UTC' });
  });
});
