// Copies the write-ahead log of the embedded PostgreSQL to a vault, every few seconds, up to the last byte
// that is safely on disk. A replication slot keeps PostgreSQL from removing what is not copied yet. No
// archive_command: PostgreSQL runs as a user without the backup's key, and copies whole segments only.

import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import {
  parsePosition,
  readUploadName,
  readWalName,
  SEGMENT_BYTES,
  segmentOf,
  segmentStart,
  showPosition,
  uploadName,
  type WalState,
  walFolder,
  walName,
  walStateName,
} from './layout.ts';
import type { SealedVault } from './sealed-vault.ts';

const SLOT = 'fanfare_backup';
/**
 * Beyond this, the newest segment is stored once more as one object, so that there are never many small ones.
 */
const MAX_PIECES = 30;

export type BackupSource = {
  readonly connection: pg.ClientConfig;
  /** PostgreSQL's data folder. */
  readonly postgresFolder: string;
  readonly dataDir: string;
  /** The local store of uploaded files; undefined if a bucket stores them. */
  readonly filesFolder: string | undefined;
};

/** The id of this data folder's line of backups, created with the first one. */
export async function lineOf(dataDir: string): Promise<string> {
  const path = join(dataDir, 'backup-line');
  const made = `${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomBytes(4).toString('hex')}`;
  await writeFile(path, made, { flag: 'wx', mode: 0o600 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause;
  });
  return (await readFile(path, 'utf8')).trim();
}

export async function readWal(folder: string, timeline: number, { from, to }: { from: number; to: number }): Promise<Buffer> {
  await using file = await open(join(folder, 'pg_wal', segmentOf(timeline, from)), 'r');
  const bytes = Buffer.alloc(to - from);
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, (from % SEGMENT_BYTES) + done);
    if (bytesRead === 0) throw new Error(`the log ends before ${showPosition(to)}`);
    done += bytesRead;
  }
  return bytes;
}

type Position = { readonly flushed: number; readonly timeline: number };

export async function currentPosition(client: pg.Client): Promise<Position> {
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
  const read = () =>
    client.query<{ lsn: string | null }>(
      "select case when wal_status <> 'lost' then restart_lsn::text end as lsn from pg_replication_slots where slot_name = $1",
      [SLOT],
    );
  const { rows } = await read();
  if (rows[0]?.lsn) return parsePosition(rows[0].lsn);
  // A lost slot has fallen too far behind; the next base backup begins anew.
  if (rows.length > 0) await client.query('select pg_drop_replication_slot($1)', [SLOT]);
  await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT]);
  return parsePosition((await read()).rows[0]?.lsn ?? '0/0');
}

export type WalCopy = {
  /** Copies everything that was committed before the call. Resolves with the number of bytes. */
  copy(): Promise<number>;
  close(): Promise<void>;
};

export async function openWalCopy(source: BackupSource, vault: SealedVault): Promise<WalCopy> {
  const line = await lineOf(source.dataDir);
  const client = new pg.Client({ ...source.connection, application_name: 'fanfare backup', query_timeout: 30_000 });
  let broken: Error | undefined;
  client.on('error', (cause) => {
    broken = cause;
  });
  await client.connect();
  const storedFiles = new Set(await listFiles(vault));
  // Whole segments are repeated after a start: an object that a crash cut short is replaced.
  let done = segmentStart(await openSlot(client));
  let pieces: string[] = [];
  let stateAt = 0;

  async function copyTo(flushed: number, timeline: number): Promise<void> {
    while (done < flushed) {
      const start = segmentStart(done);
      const segment = segmentOf(timeline, start);
      if (flushed >= start + SEGMENT_BYTES) {
        await vault.put(walName(line, segment), await readWal(source.postgresFolder, timeline, { from: start, to: start + SEGMENT_BYTES }));
        const left = (await vault.list(walFolder(line))).filter((name) => readWalName(name)?.segment === segment && name.includes('.'));
        for (const name of left) await vault.remove(name);
        pieces = [];
        done = start + SEGMENT_BYTES;
        await client.query('select pg_replication_slot_advance($1, $2)', [SLOT, showPosition(done)]);
        continue;
      }
      const from = pieces.length >= MAX_PIECES ? start : done;
      const name = walName(line, segment, from - start);
      await vault.put(name, await readWal(source.postgresFolder, timeline, { from, to: flushed }));
      if (from === start) for (const each of pieces) if (each !== name) await vault.remove(each);
      pieces = from === start ? [name] : [...pieces, name];
      done = flushed;
    }
  }

  return {
    async copy() {
      if (broken) throw broken;
      const at = new Date();
      const { flushed, timeline } = await currentPosition(client);
      const from = done;
      // Before the log: each row of the log's part then has its file.
      await copyFiles(source.filesFolder, storedFiles, vault);
      await copyTo(flushed, timeline);
      if (done > from || at.getTime() - stateAt > 60_000) {
        await vault.put(
          walStateName(line),
          Buffer.from(JSON.stringify({ lsn: showPosition(done), at: at.toISOString() } satisfies WalState)),
        );
        stateAt = at.getTime();
      }
      return done - from;
    },
    close: () => client.end(),
  };
}

/** The ids of the stored files. */
export const listFiles = async (vault: SealedVault): Promise<string[]> =>
  (await vault.list(uploadName(''))).flatMap((name) => readUploadName(name) ?? []);

function ifGone(cause: NodeJS.ErrnoException): undefined {
  if (cause.code !== 'ENOENT') throw cause;
}

/** Each once. A file that is removed meanwhile is skipped; one that cannot be read is an error. */
export async function copyFiles(folder: string | undefined, stored: Set<string>, vault: SealedVault): Promise<string[]> {
  // A shop that has never opened its store has no folder.
  const ids = folder === undefined ? [] : ((await readdir(folder).catch(ifGone)) ?? []);
  for (const id of ids) {
    if (stored.has(id)) continue;
    const content = await readFile(join(folder ?? '', id)).catch(ifGone);
    if (!content) continue;
    await vault.put(uploadName(id), content);
    stored.add(id);
  }
  return ids;
}

/** When the log is no longer copied. */
export async function dropSlot(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active', [SLOT]);
  } finally {
    await client.end();
  }
}
