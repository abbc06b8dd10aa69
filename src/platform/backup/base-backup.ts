// Copies the data folder of a running PostgreSQL through its backup interface (pg_backup_start,
// pg_backup_stop), and with it the log that makes the copy consistent, the uploaded files and the secrets.
import { createHash } from 'node:crypto';
import { type FileHandle, open, opendir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { pack } from 'tar-stream';
import {
  type BackupManifest,
  baseFolder,
  baseIdOf,
  manifestName,
  parsePosition,
  SEGMENT_BYTES,
  segmentOf,
  segmentStart,
  walName,
} from './layout.ts';
import type { SealedObject, SealedVault } from './sealed-vault.ts';
import { type BackupSource, copyFiles, currentPosition, lineOf, listFiles, readWal } from './wal.ts';

const PART_BYTES = 16 * 1024 * 1024;
const READ_BYTES = 1024 * 1024;

/** Their content belongs to the running process; a restored database makes its own. */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
  'pgsql_tmp',
]);
const skipped =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|(recovery|standby)\.signal|postgresql\.auto\.conf\.tmp|\.s\.PGSQL.*)$/;
const CONTROL = 'global/pg_control';

export type BaseBackup = { readonly manifest: BackupManifest; readonly bytes: number };

export async function makeBaseBackup(source: BackupSource, vault: SealedVault): Promise<BaseBackup> {
  const line = await lineOf(source.dataDir);
  const startedAt = new Date();
  const id = baseIdOf(startedAt);
  const client = new pg.Client({ ...source.connection, application_name: 'fanfare backup', statement_timeout: 0 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows: spaces } = await client.query("select from pg_tablespace where spcname not in ('pg_default', 'pg_global')");
    if (spaces.length > 0) throw new Error('databases with tablespaces of their own are not backed up');
    // It ends with this session, and keeps the log until then.
    await client.query(`select pg_create_physical_replication_slot('fanfare_base_${process.pid}', true, true)`);
    const { rows: begun } = await client.query<{ lsn: string }>("select pg_backup_start('fanfare', true)::text as lsn");
    const startLsn = begun[0]?.lsn ?? '';
    let stopLsn = '';
    const { parts, entries } = await storeArchive(vault, baseFolder(line, id), async (add) => {
      await addFolder(add, source.postgresFolder, '');
      const { rows: ended } = await client.query<{ lsn: string; label: string; map: string }>(
        'select lsn::text, labelfile as label, spcmapfile as map from pg_backup_stop(false)',
      );
      const { lsn = '', label = '', map = '' } = ended[0] ?? {};
      stopLsn = lsn;
      await add('postgres/backup_label', Buffer.from(label));
      if (map.trim() !== '') await add('postgres/tablespace_map', Buffer.from(map));
      const secrets = await readFile(join(source.dataDir, 'secrets.json')).catch(() => undefined);
      if (secrets) await add('secrets.json', secrets);
    });
    const { timeline } = await currentPosition(client);
    const segments = await copySegments(source, vault, { line, timeline, startLsn, stopLsn });
    // Listed before the folder is: what is stored meanwhile counts as existing.
    const stored = new Set(await listFiles(vault));
    const before = [...stored];
    const files = await copyFiles(source.filesFolder, stored, vault);
    const existing = new Set(files);
    const manifest: BackupManifest = {
      format: 1,
      line,
      id,
      startedAt: startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
      timeline,
      startSegment: segmentOf(timeline, parsePosition(startLsn)),
      startLsn,
      stopLsn,
      parts,
      entries,
      files,
      formerFiles: before.filter((file) => !existing.has(file)),
    };
    const { bytes } = await vault.put(manifestName(line, id), Buffer.from(JSON.stringify(manifest)));
    return { manifest, bytes: [...parts, ...segments].reduce((sum, each) => sum + each.bytes, bytes) };
  } finally {
    await client.end();
  }
}

type SegmentRange = Pick<BackupManifest, 'line' | 'timeline' | 'startLsn' | 'stopLsn'>;

/** The stop has ended its segment, so all of them are whole. */
async function copySegments(source: BackupSource, vault: SealedVault, range: SegmentRange): Promise<SealedObject[]> {
  const { line, timeline, startLsn, stopLsn } = range;
  const made: SealedObject[] = [];
  for (let from = segmentStart(parsePosition(startLsn)); from < parsePosition(stopLsn); from += SEGMENT_BYTES) {
    const content = await readWal(source.postgresFolder, timeline, { from, to: from + SEGMENT_BYTES });
    made.push(await vault.put(walName(line, segmentOf(timeline, from)), content));
  }
  return made;
}

type Content = { readonly size: number; readonly chunks: AsyncIterable<Buffer> };
/** A name that ends with a slash is a folder. */
type Add = (name: string, content?: Buffer | Content) => Promise<void>;

/** Stores a tar archive while `fill` adds its entries, in parts that fit into memory and into one request. */
async function storeArchive(vault: SealedVault, folder: string, fill: (add: Add) => Promise<void>) {
  const parts: SealedObject[] = [];
  const entries: BackupManifest['entries'][number][] = [];
  const archive = pack();
  const add: Add = async (name, content = Buffer.alloc(0)) => {
    const { size, chunks } = Buffer.isBuffer(content) ? { size: content.length, chunks: [content] } : content;
    const hash = createHash('sha256');
    const hashed = async function* () {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    const isFolder = name.endsWith('/');
    await pipeline(
      hashed,
      archive.entry({ name, size, ...(isFolder ? { type: 'directory', mode: 0o700 } : { type: 'file', mode: 0o600 }) }),
    );
    if (!isFolder) entries.push({ name, bytes: size, sha256: hash.digest('hex') });
  };
  // An error of one side ends the other.
  fill(add).then(
    () => archive.finalize(),
    (cause: Error) => archive.destroy(cause),
  );
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const store = async () => {
    const content = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    parts.push(await vault.put(`${folder}data.${String(parts.length + 1).padStart(4, '0')}`, content));
  };
  for await (const chunk of archive as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes >= PART_BYTES) await store();
  }
  if (waitingBytes > 0) await store();
  return { parts, entries };
}

/** pg_control last: it must not be older than the files that it describes. */
async function addFolder(add: Add, root: string, inside: string): Promise<void> {
  await add(`${join('postgres', inside)}/`);
  const names: { name: string; isFolder: boolean }[] = [];
  for await (const entry of await opendir(join(root, inside)))
    if (!skipped.test(entry.name) && (entry.isFile() || entry.isDirectory()))
      names.push({ name: entry.name, isFolder: entry.isDirectory() });
  names.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, isFolder } of names) {
    const path = join(inside, name);
    if (isFolder && emptied.has(name)) await add(`${join('postgres', path)}/`);
    else if (isFolder) await addFolder(add, root, path);
    else if (path !== CONTROL) await addFile(add, root, path);
  }
  if (inside === '') await addFile(add, root, CONTROL);
}

/** A file may shrink or vanish while it is copied: the log restores what the copy then has wrong. */
async function addFile(add: Add, root: string, path: string): Promise<void> {
  await using file = await open(join(root, path), 'r').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    return undefined;
  });
  if (!file) return;
  const { size } = await file.stat();
  await add(join('postgres', path), { size, chunks: readExactly(file, size) });
}

async function* readExactly(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; ) {
    const chunk = Buffer.alloc(Math.min(READ_BYTES, size - done));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, done);
    // Zeros for what was cut off.
    yield bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
    done += bytesRead === 0 ? chunk.length : bytesRead;
  }
}

/** Says when the last backup was made, for the metrics and the desk. */
export const LAST_BACKUP = 'last-backup';

export async function markBackup(dataDir: string, made: { readonly at: string; readonly bytes: number }): Promise<void> {
  const path = join(dataDir, LAST_BACKUP);
  // A new file, so that its time is now.
  await rm(path, { force: true });
  await writeFile(path, JSON.stringify(made), { mode: 0o600 });
}

/** Undefined if there is none, or if another program made it. */
export async function readLastBackup(dataDir: string): Promise<{ readonly at: string; readonly bytes: number } | undefined> {
  const text = await readFile(join(dataDir, LAST_BACKUP), 'utf8').catch(() => '');
  return text.startsWith('{') ? JSON.parse(text) : undefined;
}
