// Copies the write-ahead log of the embedded PostgreSQL to a vault, every few seconds, up to the last byte
// that is safely on disk. A replication slot keeps PostgreSQL from removing what is not copied yet. No
// archive_command: PostgreSQL runs as a user without the backup's key, and copies whole segments only.
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import {
  formatSegment,
  getSegmentStart,
  getWalFolder,
  getWalName,
  getWalStateName,
  parsePosition,
  readName,
  SEGMENT_BYTES,
  showPosition,
  uploadName,
  type WalState,
} from './layout.ts';
import type { SealedObject, SealedVault } from './sealed-vault.ts';
import { undefinedIfMissing } from './vault.ts';

const SLOT = 'fanfare_backup';
/**
 * Beyond this, the newest segment is stored once more as one object, so that there are never many small ones.
 */
const MAX_PIECES = 30;

export type BackupSource = Pick<Config, 'dataDir' | 'filesS3'>;

/** The id of this data folder's line of backups, created with the first one. */
export async function readLine(dataDir: string): Promise<string> {
  const path = join(dataDir, 'backup-line');
  const name = `${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomBytes(4).toString('hex')}`;
  await writeFile(path, name, { flag: 'wx', mode: 0o600 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause;
  });
  return (await readFile(path, 'utf8')).trim();
}

/** A connection that breaks rejects its next query. */
export async function connectClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, application_name: 'fanfare backup' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

type WalRange = { readonly line: string; readonly timeline: number; readonly from: number; readonly to: number };

/** Stores a piece of a segment, or the whole. */
export async function storeWal(vault: SealedVault, dataDir: string, { line, timeline, from, to }: WalRange): Promise<SealedObject> {
  const segment = formatSegment(timeline, from);
  const [start, bytes] = [from % SEGMENT_BYTES, to - from];
  const content = await buffer(createReadStream(join(dataDir, 'postgres/pg_wal', segment), { start, end: start + bytes - 1 }));
  if (content.length < bytes) throw new Error(`the log ends before ${showPosition(to)}`);
  return vault.put(getWalName(line, segment, bytes === SEGMENT_BYTES ? undefined : start), content);
}

export async function getCurrentPosition(client: pg.Client): Promise<{ readonly flushed: number; readonly timeline: number }> {
  const { rows } = await client.query<{ lsn: string; segment: string }>(
    'select pg_current_wal_flush_lsn()::text as lsn, pg_walfile_name(pg_current_wal_insert_lsn()) as segment',
  );
  const [{ lsn, segment } = { lsn: '0/0', segment: '' }] = rows;
  return { flushed: parsePosition(lsn), timeline: Number.parseInt(segment.slice(0, 8), 16) };
}

/**
 * Without a slot, PostgreSQL would remove segments before they are copied. Returns from where on it keeps
 * them.
 */
async function openSlot(client: pg.Client): Promise<number> {
  const slots = 'from pg_replication_slots where slot_name = $1';
  // A lost slot has fallen too far behind; the next base backup begins anew.
  await client.query(`select pg_drop_replication_slot(slot_name) ${slots} and coalesce(wal_status, 'lost') = 'lost'`, [SLOT]);
  await client.query(`select pg_create_physical_replication_slot($1, true) where not exists (select ${slots})`, [SLOT]);
  const { rows } = await client.query<{ lsn: string }>(`select restart_lsn::text as lsn ${slots}`, [SLOT]);
  return parsePosition(rows[0]?.lsn ?? '0/0');
}

/** Each `next` copies everything that was committed before it. An error or `return` ends the connection. */
export async function* copyLog(source: BackupSource, connection: pg.ClientConfig, vault: SealedVault): AsyncGenerator<void, void> {
  const { dataDir } = source;
  const line = await readLine(dataDir);
  const client = await connectClient({ ...connection, query_timeout: 30_000 });
  try {
    const storedFiles = await listFiles(vault);
    // Whole segments are repeated after a start: an object that a crash cut short is replaced.
    let done = getSegmentStart(await openSlot(client));
    for (let pieces = 0; ; ) {
      const at = new Date().toISOString();
      const { flushed, timeline } = await getCurrentPosition(client);
      // Before the log: each row of the log's part then has its file.
      await copyFiles(source, storedFiles, vault);
      while (done < flushed) {
        const start = getSegmentStart(done);
        const to = Math.min(flushed, start + SEGMENT_BYTES);
        const isWhole = to === start + SEGMENT_BYTES;
        const from = isWhole || pieces === MAX_PIECES ? start : done;
        const { name } = await storeWal(vault, dataDir, { line, timeline, from, to });
        if (from === start) await removePieces(vault, name);
        pieces = from === start ? 1 : pieces + 1;
        done = to;
        if (isWhole) await client.query('select pg_replication_slot_advance($1, $2)', [SLOT, showPosition(done)]);
      }
      const state: WalState = { lsn: showPosition(done), at };
      await vault.put(getWalStateName(line), Buffer.from(JSON.stringify(state)));
      yield;
    }
  } finally {
    await client.end();
  }
}

/** Removes the other pieces of a segment, once an object has all that they have. */
async function removePieces(vault: SealedVault, name: string): Promise<void> {
  const { line = '', segment = '' } = readName(name);
  const pieces = (await vault.list(getWalFolder(line))).filter((each) => each.startsWith(`${getWalName(line, segment)}.`));
  for (const each of pieces) if (each !== name) await vault.remove(each);
}

/** The ids of the stored files. */
export const listFiles = async (vault: SealedVault): Promise<Set<string>> =>
  new Set((await vault.list(uploadName(''))).flatMap((name) => readName(name).file ?? []));

/**
 * Copies each uploaded file once, and returns the ids of all; none if a bucket has them. A file that is
 * removed meanwhile is skipped; one that cannot be read is an error.
 */
export async function copyFiles({ dataDir, filesS3 }: BackupSource, stored: Set<string>, vault: SealedVault): Promise<string[]> {
  const folder = join(dataDir, 'files/kept');
  // A shop that has never opened its store has no folder.
  const ids = filesS3 ? [] : ((await readdir(folder).catch(undefinedIfMissing)) ?? []);
  for (const id of ids) {
    const content = stored.has(id) ? undefined : await readFile(join(folder, id)).catch(undefinedIfMissing);
    if (!content) continue;
    await vault.put(uploadName(id), content);
    stored.add(id);
  }
  return ids;
}

/** Called if backups are off: PostgreSQL would keep its log for an unread slot until the disk is full. */
export async function dropSlot(connection: pg.ClientConfig): Promise<void> {
  const client = await connectClient(connection);
  try {
    await client.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active', [SLOT]);
  } finally {
    await client.end();
  }
}
