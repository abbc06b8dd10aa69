// Backup and restore of a database in the test's process: what was committed before its folder was lost is in
// the restored one.
// tests/backup.test.ts does the same with whole shops and the commands.
import { randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataFolder } from '../../../tests/support/process.ts';
import { type Config, readConfig, StartError } from '../config/config.ts';
import { type Postgres, startPostgres } from '../embedded-postgres/supervisor.ts';
import { makeLog } from '../logging/log.ts';
import { makeBaseBackup } from './base-backup.ts';
import { type BackupManifest, getManifestName } from './layout.ts';
import { backupGauges, markBackup, openBackupVault, startBackup } from './open-backup.ts';
import { pruneBackups } from './prune.ts';
import { restoreBackup } from './restore.ts';

const folder = dataFolder({ inMemory: true });
const at = (name: string): string => join(folder.path, name);
const log = makeLog({ level: 'silent', readable: false });
const createConfig = (environment: Record<string, string>): Config =>
  readConfig({ BACKUP_KEY: 'a key that encrypts in tests and nowhere else', BACKUP_TO: at('vault'), DATA_DIR: at('shop'), ...environment })
    .config;
const config = createConfig({ BACKUP_SECONDS: '1' });
const running: Postgres[] = [];
const uploads = [randomUUID(), randomUUID()];
const secretWord = 'a committed sentence';
let first: BackupManifest;
let second: BackupManifest;
let secondBytes = 0;
let leftOpen: readonly object[] = [];
const times: Date[] = [];

const query = async (connection: pg.ClientConfig, text: string): Promise<readonly { word: string }[]> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<{ word: string }>(text)).rows;
  } finally {
    await client.end();
  }
};

/** Resolves when a copy of the log that began after the call has ended. */
async function copied(): Promise<void> {
  const mark = () => statSync(join(at('shop'), 'last-wal'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (let copies = 0; copies < 2; copies++) {
    const before = mark();
    while (mark() === before) await pause(20);
  }
}

beforeAll(async () => {
  const files = join(at('shop'), 'files/kept');
  // The log of a commit is written before its answer; only the disk's own cache is not waited for.
  const postgres = await startPostgres({ dataDir: at('shop'), log, fsync: false, settings: { synchronous_commit: 'on' } });
  running.push(postgres);
  mkdirSync(files, { recursive: true });
  writeFileSync(join(at('shop'), 'secrets.json'), '{"key":"secret"}');
  const say = (word: string) => query(postgres.connection, `insert into said values ('${word}')`);
  await query(postgres.connection, 'create table said (word text)');
  const unreachable = {
    BACKUP_TO: 's3://bucket/shop',
    BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1',
    BACKUP_S3_REGION: 'r',
    BACKUP_S3_KEY: 'k',
    BACKUP_S3_SECRET: 's',
  };
  await (await startBackup(createConfig(unreachable), postgres.connection, log)).stop();
  leftOpen = await query(
    postgres.connection,
    "select application_name as word from pg_stat_activity where application_name = 'fanfare backup'",
  );
  const backup = await startBackup(config, postgres.connection, log);
  const vault = openBackupVault(config);
  writeFileSync(join(files, uploads[0] ?? ''), 'the first upload');
  await say(secretWord);
  ({ manifest: first } = await makeBaseBackup(config, postgres.connection, vault));
  await say('early');
  times.push(new Date());
  await say('late');
  writeFileSync(join(files, uploads[1] ?? ''), 'the second upload');
  ({ manifest: second, bytes: secondBytes } = await makeBaseBackup(config, postgres.connection, vault));
  await markBackup(config, 'last-backup', JSON.stringify({ at: second.finishedAt, bytes: secondBytes }));
  await say('last');
  times.push(new Date());
  // More log without a commit: the copy is then known to be complete up to a later moment.
  await query(postgres.connection, "select pg_create_restore_point('later')");
  await copied();
  // Like a crash: after this, nothing is written to the folder or copied from it.
  process.kill(postgres.pid() ?? 0, 'SIGKILL');
  await Promise.all([postgres.stop(), backup.stop()]);
});

afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()));
  folder.drop();
});

type Trial = { readonly vault?: string; readonly toTime?: Date; readonly key?: string };

async function restoreInto(name: string, { vault = 'vault', toTime, key }: Trial = {}) {
  const source = openBackupVault(createConfig({ BACKUP_TO: at(vault), ...(key && { BACKUP_KEY: key }) }));
  const restored = await restoreBackup({ dataDir: at(name), vault: source, toTime, log });
  running.push(restored.postgres);
  const words = (await query(restored.postgres.connection, 'select word from said')).map(({ word }) => word);
  await restored.postgres.stop();
  return { ...restored, words };
}

/** Absent from the ordinary run, whose count has no skipped tests. */
const inFull = (title: string, run: () => Promise<void>) => (process.env.FULL === '1' ? test(title, run) : undefined);

/** A copy of the vault, for a test that changes it. */
function copyVault(name: string): string {
  cpSync(at('vault'), at(name), { recursive: true });
  return name;
}

const objectsIn = (vault: string): string[] =>
  readdirSync(at(vault), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test('stored objects: nothing can be read without the key, and another key is refused', async () => {
  expect(objectsIn('vault').length).toBeGreaterThan(8);
  for (const path of objectsIn('vault')) {
    const content = readFileSync(path);
    expect([content.subarray(0, 4).toString(), content.includes(secretWord), content.includes('upload')]).toEqual(['FFB1', false, false]);
  }
  const key = 'another key that encrypts in tests and nowhere else';
  await expect(restoreInto('wrong-key', { key })).rejects.toThrow('another BACKUP_KEY');
  expect(existsSync(at('wrong-key'))).toBe(false);
});

test('pruned to the newest backup: everything that was committed is restored, with files and secrets, in a line of its own', async () => {
  const vault = copyVault('pruned');
  expect(await pruneBackups(openBackupVault(createConfig({ BACKUP_TO: at(vault) })), second, 1)).toEqual({ removed: 1, unreadable: [] });
  expect(existsSync(join(at(vault), getManifestName(first.line, first.id)))).toBe(false);
  const restored = await restoreInto('newest', { vault });
  expect([restored.words, restored.files, restored.manifest.id]).toEqual([[secretWord, 'early', 'late', 'last'], 2, second.id]);
  for (const [index, text] of ['the first upload', 'the second upload'].entries())
    expect(readFileSync(join(at('newest'), 'files/kept', uploads[index] ?? ''), 'utf8')).toBe(text);
  expect(readFileSync(join(at('newest'), 'secrets.json'), 'utf8')).toBe('{"key":"secret"}');
  expect(existsSync(join(at('newest'), 'backup-line'))).toBe(false);
  await expect(restoreInto('newest')).rejects.toThrow('is not empty');
});

test('restored to a moment between two commits: has the earlier one only', async () => {
  expect((await restoreInto('early', { toTime: times[0] as Date })).words).toEqual([secretWord, 'early']);
});

test('restored to a moment after the last commit, the newest manifest cannot be read: reported, the backup before and the log have everything', async () => {
  const vault = copyVault('unreadable');
  const name = getManifestName(second.line, second.id);
  writeFileSync(join(at(vault), name), 'FFB1');
  const restored = await restoreInto('late', { vault, toTime: times[1] as Date });
  expect([restored.words.includes('last'), restored.manifest.id]).toEqual([true, first.id]);
  expect(restored.unreadable).toEqual([{ line: second.line, id: second.id, name, cause: expect.stringContaining('cannot be read') }]);
});

test('moment before the first backup or after the copied log: refused', async () => {
  const [before, after] = [new Date(Date.parse(first.startedAt) - 1_000), new Date('2999-01-01T00:00:00Z')];
  await expect(restoreInto('before', { toTime: before })).rejects.toThrow('an earlier moment cannot be restored');
  await expect(restoreInto('after', { toTime: after })).rejects.toThrow('a later moment cannot be restored');
});

inFull('naive version without the copied log: what was committed since the backup is lost', async () => {
  const vault = copyVault('naive');
  for (const path of objectsIn(vault)) if (/[0-9A-F]{24}\.[0-9A-F]{8}$/.test(path)) rmSync(path);
  expect((await restoreInto('without-log', { vault })).words).toEqual([secretWord, 'early', 'late']);
});

test('changed or missing object: refused', async () => {
  const part = join(second.line, 'base', second.id, 'data.0001');
  const vault = copyVault('damaged');
  appendFileSync(join(at(vault), part), 'x');
  await expect(restoreInto('damaged-1', { vault })).rejects.toThrow('another checksum');
  rmSync(join(at(vault), part));
  await expect(restoreInto('damaged-2', { vault })).rejects.toThrow(StartError);
  const gap = copyVault('gap');
  rmSync(join(at(gap), second.line, 'wal', second.startSegment));
  await expect(restoreInto('damaged-3', { vault: gap })).rejects.toThrow('before the copy is consistent');
});

test('vault that cannot be reached: no connection to the database is left open', () => {
  expect(leftOpen).toEqual([]);
});

test('address or key that is missing: refused', () => {
  expect(() => openBackupVault(createConfig({ BACKUP_TO: '' }))).toThrow('Say where the backups are');
  expect(() => openBackupVault(createConfig({ BACKUP_KEY: '' }))).toThrow('BACKUP_KEY must be set');
  expect(() => openBackupVault(createConfig({ BACKUP_TO: 's3://bucket/shop' }))).toThrow('BACKUP_S3_ENDPOINT');
});

test('metrics: the age and size of the backup and the age of the copied log', async () => {
  const values = await Promise.all(backupGauges(config, new pg.Pool()).map(async ({ name, read }) => [name, await read()] as const));
  const found = Object.fromEntries(values);
  expect(found.fanfare_backup_age_seconds).toBeLessThan(300);
  expect(found.fanfare_backup_wal_age_seconds).toBeLessThan(300);
  expect(found.fanfare_backup_bytes).toBe(secondBytes);
  expect(found.fanfare_backup_bytes).toBeGreaterThan(100_000);
});
