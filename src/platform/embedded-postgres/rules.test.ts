import { describe, expect, test } from 'vitest';
import { explainEnd } from './error.ts';
import { parseLockOwner } from './lock-file.ts';
import { parseStat } from './processes.ts';
import {
  attemptAfter,
  type FolderState,
  isPrivate,
  judgeFolder,
  levelOf,
  nextStep,
  type Predecessor,
  type PredecessorStep,
  readPostmaster,
  retryDelayMs,
  socketFits,
} from './rules.ts';
import { asArguments, environmentFor, settingsFor } from './settings.ts';

describe('data folder', () => {
  const whole: FolderState = { exists: true, empty: false, version: '18', control: true };
  test.each<[string, FolderState, string | RegExp]>([
    ['absent', { exists: false, empty: true, version: undefined, control: false }, 'create'],
    ['empty', { exists: true, empty: true, version: undefined, control: false }, 'create'],
    ['complete', whole, 'open'],
    ['of an older PostgreSQL', { ...whole, version: '17' }, /written by PostgreSQL 17, and this shop brings PostgreSQL 18/],
    ['of a newer PostgreSQL', { ...whole, version: '19' }, /written by PostgreSQL 19/],
    ['of something else', { ...whole, version: undefined }, /PG_VERSION is missing/],
    ['without pg_control', { ...whole, control: false }, /damaged: global\/pg_control is missing/],
  ])('%s', (_, seen, expected) => {
    const verdict = judgeFolder('/data/postgres', seen);
    if (typeof expected === 'string') expect(verdict).toEqual({ step: expected });
    else expect(verdict).toEqual({ step: 'refuse', reason: expect.stringMatching(expected) });
  });
});

describe('earlier server in the data folder', () => {
  const seen = (postmaster: Predecessor['postmaster'], leftovers: number, waitedMs: number): Predecessor => ({
    postmaster,
    leftovers,
    waitedMs,
  });
  test.each<[string, Predecessor, PredecessorStep]>([
    ['none', seen('none', 0, 0), 'go'],
    ['none after a wait', seen('none', 0, 60_000), 'go'],
    ['ours, just signalled by the death of its parent', seen('ours', 5, 0), 'wait'],
    ['ours, not yet signalled', seen('ours', 5, 300), 'SIGINT'],
    ['ours, slow', seen('ours', 5, 2_500), 'SIGQUIT'],
    ['ours, stuck', seen('ours', 5, 12_000), 'refuse'],
    ['of another owner', seen('foreign', 5, 0), 'wait'],
    ['of another owner, still running', seen('foreign', 5, 2_000), 'refuse'],
    ['sessions of a killed server', seen('none', 3, 0), 'wait'],
    ['busy sessions of a killed server', seen('none', 1, 500), 'SIGQUIT'],
    ['stuck sessions of a killed server', seen('none', 1, 1_500), 'SIGKILL'],
    ['sessions that never end', seen('none', 1, 12_000), 'refuse'],
  ])('%s', (_, situation, step) => expect(nextStep(situation)).toBe(step));

  test('of another owner: never signalled, however long it runs', () => {
    for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 50) expect(nextStep(seen('foreign', 5, waitedMs))).not.toMatch(/^SIG/);
  });
});

test('restart pauses: they grow with each failure and stay below five seconds', () => {
  const pauses = Array.from({ length: 12 }, (_, attempt) => retryDelayMs(attempt));
  expect(pauses[0]).toBe(0);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(Math.max(...pauses)).toBeLessThan(5_000);
  expect([attemptAfter(4, 100), attemptAfter(4, 60_000)]).toEqual([4, 0]);
});

test.each<[NodeJS.Platform, number, boolean]>([
  ['linux', 107, true],
  ['linux', 108, false],
  ['darwin', 103, true],
  ['darwin', 104, false],
])('socket on %s with a path of %i bytes: fits is %s', (platform, bytes, fits) => {
  const name = '/.s.PGSQL.5432';
  expect(socketFits(`/${'d'.repeat(bytes - name.length - 1)}`, platform)).toBe(fits);
});

test('socket path: its length is counted in bytes, not characters', () => {
  expect(socketFits(`/${'あ'.repeat(30)}`, 'linux')).toBe(true);
  expect(socketFits(`/${'あ'.repeat(31)}`, 'linux')).toBe(false);
});

describe('pid file', () => {
  test('running PostgreSQL: parsed', () => {
    expect(readPostmaster('4242\n/data/postgres\n1800000000\n5432\n/data/postgres\n\n  1234567   3\nready   \n')).toEqual({
      pid: 4242,
      port: 5432,
      socketFolder: '/data/postgres',
      address: '',
      status: 'ready',
    });
  });
  test.each(['', '\n', 'garbage\n', '-12\n'])('incomplete or unknown content %j: undefined', (text) =>
    expect(readPostmaster(text)).toBeUndefined(),
  );
});

test.each([
  ['4242 (postgres) S 1 4242 4242 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 987654 1 1', { name: 'postgres', state: 'S', born: '987654' }],
  ['7 (a) Z (b c) Z 1 7 7 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 55 1 1', { name: 'a) Z (b c', state: 'Z', born: '55' }],
  ['', undefined],
])('line of /proc/stat is parsed: %s', (line, stat) => expect(parseStat(line)).toEqual(stat));

test.each([
  ['{"pid":7,"born":"b 1","postgres":8}', { pid: 7, born: 'b 1', postgres: 8 }],
  ['{"pid":7,"born":"b 1","postgres":"8"}', { pid: 7, born: 'b 1' }],
  ['{"pid":"7","born":"b 1"}', undefined],
  ['{"pid":7', undefined],
  ['', undefined],
])('record of the lock holder is parsed: %s', (text, holder) => expect(parseLockOwner(text)).toEqual(holder));

test.each([
  ['WARNING:  out of room', 'warn', false],
  ['FATAL:  sorry, too many clients already', 'warn', false],
  ['FATAL:  terminating connection due to administrator command', undefined, false],
  ['PANIC:  could not write to file', 'error', false],
  ['LOG:  checkpoint complete', undefined, false],
  ['ERROR:  invalid input syntax for type integer: "a@b.example"', undefined, true],
  ['\tsecond line of a message', undefined, true],
])('log line of PostgreSQL: level and privacy of %j', (line, level, hidden) =>
  expect([levelOf(line), isPrivate(line)]).toEqual([level, hidden]),
);

describe('explanation of a failed start', () => {
  test.each([
    ['FATAL:  lock file "postmaster.pid" already exists', /another PostgreSQL is working in \/d/],
    ['FATAL:  could not write lock file "postmaster.pid": No space left on device', /disk that holds \/d is full/],
    ['postgres: error while loading shared libraries: libicui18n.so.60: cannot open', /library libicui18n\.so\.60 cannot be loaded/],
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
  const durable = settingsFor({ endpoint: { socketFolder: '/d' }, fsync: true, own });
  test('owner settings: applied, but durability and access restrictions stay', () => {
    expect(durable).toMatchObject({ fsync: 'on', work_mem: '8MB', listen_addresses: '', unix_socket_permissions: '0700', timezone: 'UTC' });
    expect(asArguments(durable)).toContain('listen_addresses=');
  });
  test('fsync off: only on request', () => {
    expect(settingsFor({ endpoint: { socketFolder: '/d' }, fsync: false, own: {} })).toMatchObject({
      fsync: 'off',
      shared_buffers: '32MB',
    });
  });
  test('socket folder with a comma: quoted as one folder', () => {
    expect(settingsFor({ endpoint: { socketFolder: '/a, b' }, fsync: true, own: {} }).unix_socket_directories).toBe('"/a, b"');
  });
  test('environment: secrets of the shop are not passed to PostgreSQL', () => {
    const environment = environmentFor({ PATH: '/bin', PGPORT: '1', JWT_SECRET: 's', LD_PRELOAD: 'x' }, undefined);
    expect(environment).toEqual({ PATH: '/bin', LC_ALL: 'C', TZ: 'UTC' });
  });
});
