// Copies the data folder of a running PostgreSQL through its backup interface (pg_backup_start,
// pg_backup_stop), and with it the log that makes the copy consistent, the uploaded files and the secrets.
import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { pack } from 'tar-stream';
import {
  type BackupManifest,
  formatBaseId,
  formatSegment,
  getBaseFolder,
  getManifestName,
  getSegmentStart,
  parsePosition,
  SEGMENT_BYTES,
} from './layout.ts';
import type { SealedObject, SealedVault } from './sealed-vault.ts';
import { undefinedIfMissing } from './vault.ts';
import { type BackupSource, connectClient, copyFiles, getCurrentPosition, listFiles, readLine, storeWal } from './wal.ts';

const PART_BYTES = 16 * 1024 * 1024;
const READ_BYTES = 1024 * 1024;

/** Their content belongs to the running process; a restored database makes its own. */
const emptiedFolders = /^(pg_(dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans|wal)|pgsql_tmp)$/;
const skippedFiles =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|(recovery|standby)\.signal|postgresql\.auto\.conf\.tmp|\.s\.PGSQL.*)$/;
const CONTROL = 'postgres/global/pg_control';

export type BaseBackup = { readonly manifest: BackupManifest; readonly bytes: number };

export async function makeBaseBackup(source: BackupSource, connection: pg.ClientConfig, vault: SealedVault): Promise<BaseBackup> {
  const { dataDir } = source;
  const line = await readLine(dataDir);
  const startedAt = new Date();
  const id = formatBaseId(startedAt);
  const client = await connectClient({ ...connection, statement_timeout: 0 });
  try {
    const { rows: spaces } = await client.query("select from pg_tablespace where spcname not in ('pg_default', 'pg_global')");
    if (spaces.length > 0) throw new Error('databases with tablespaces of their own are not backed up');
    // It ends with this session, and keeps the log until then.
    await client.query(`select pg_create_physical_replication_slot('fanfare_base_${process.pid}', true, true)`);
    const { rows: begun } = await client.query<{ lsn: string }>("select pg_backup_start('fanfare', true)::text as lsn");
    const startLsn = begun[0]?.lsn ?? '';
    let stopLsn = '';
    const { parts, entries } = await storeArchive(vault, getBaseFolder(line, id), async (add) => {
      await addFolder(add, dataDir, 'postgres');
      const { rows: ended } = await client.query<{ lsn: string; label: string }>(
        'select lsn::text, labelfile as label from pg_backup_stop(false)',
      );
      const { lsn = '', label = '' } = ended[0] ?? {};
      stopLsn = lsn;
      await add('postgres/backup_label', Buffer.byteLength(label), [Buffer.from(label)]);
      await addFile(add, dataDir, 'secrets.json');
    });
    const { timeline } = await getCurrentPosition(client);
    const segments: SealedObject[] = [];
    // The stop has ended its segment, so all of them are whole.
    for (let from = getSegmentStart(parsePosition(startLsn)); from < parsePosition(stopLsn); from += SEGMENT_BYTES)
      segments.push(await storeWal(vault, dataDir, { line, timeline, from, to: from + SEGMENT_BYTES }));
    // Listed before the folder is: what is stored meanwhile counts as existing.
    const stored = await listFiles(vault);
    const files = await copyFiles(source, stored, vault);
    const manifest: BackupManifest = {
      format: 1,
      line,
      id,
      startedAt: startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
      timeline,
      startSegment: formatSegment(timeline, parsePosition(startLsn)),
      startLsn,
      stopLsn,
      parts,
      entries,
      files,
      formerFiles: [...stored.difference(new Set(files))],
    };
    const { bytes } = await vault.put(getManifestName(line, id), Buffer.from(JSON.stringify(manifest)));
    return { manifest, bytes: [...parts, ...segments].reduce((sum, each) => sum + each.bytes, bytes) };
  } finally {
    await client.end();
  }
}

type Chunks = Iterable<Buffer> | AsyncIterable<Buffer>;
/** A name that ends with a slash is a folder. */
type Add = (name: string, size: number, chunks: Chunks) => Promise<void>;

/** Stores a tar archive while `fill` adds its entries, in parts that fit into memory and into one request. */
async function storeArchive(vault: SealedVault, folder: string, fill: (add: Add) => Promise<void>) {
  const parts: SealedObject[] = [];
  const entries: BackupManifest['entries'][number][] = [];
  const archive = pack();
  const add: Add = async (name, size, chunks) => {
    const hash = createHash('sha256');
    const hashChunks = async function* () {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    const isFolder = name.endsWith('/');
    const kind = isFolder ? ({ type: 'directory', mode: 0o700 } as const) : ({ type: 'file', mode: 0o600 } as const);
    await pipeline(hashChunks, archive.entry({ name, size, ...kind }));
    if (!isFolder) entries.push({ name, bytes: size, sha256: hash.digest('hex') });
  };
  // An error of one side ends the other.
  fill(add).then(
    () => archive.finalize(),
    (cause: Error) => archive.destroy(cause),
  );
  for await (const part of joinChunks(archive as AsyncIterable<Buffer>))
    parts.push(await vault.put(`${folder}data.${String(parts.length + 1).padStart(4, '0')}`, part));
  return { parts, entries };
}

async function* joinChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

/** pg_control last: it must not be older than the files that it describes. */
async function addFolder(add: Add, dataDir: string, folder: string): Promise<void> {
  await add(`${folder}/`, 0, []);
  const entries = emptiedFolders.test(basename(folder)) ? [] : await readdir(join(dataDir, folder), { withFileTypes: true });
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`;
    if (skippedFiles.test(entry.name) || name === CONTROL) continue;
    if (entry.isFile()) await addFile(add, dataDir, name);
    else if (entry.isDirectory()) await addFolder(add, dataDir, name);
  }
  if (folder === 'postgres') await addFile(add, dataDir, CONTROL);
}

/** A file may shrink or vanish while it is copied: the log restores what the copy then has wrong. */
async function addFile(add: Add, dataDir: string, name: string): Promise<void> {
  await using file = await open(join(dataDir, name), 'r').catch(undefinedIfMissing);
  if (!file) return;
  const { size } = await file.stat();
  const readExactly = async function* () {
    for (let left = size; left > 0; ) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(READ_BYTES, left)));
      // Zeros for what was cut off.
      const chunk = buffer.subarray(0, bytesRead || buffer.length);
      yield chunk;
      left -= chunk.length;
    }
  };
  await add(name, size, readExactly());
}
