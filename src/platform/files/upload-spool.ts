// Spools uploads to disk: counts and hashes them while writing, and syncs them before they are checked.
import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export type SpooledUpload = { readonly path: string; readonly bytes: number; readonly sha256: Buffer; drop(): Promise<void> };

/** The upload exceeds the limit; its spool file is removed. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** Out of space, or the store is unreachable: nothing is stored, and a retry may succeed. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

const MB = 1024 * 1024;
const outOfSpaceCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);
/** Removes leftovers of killed processes. */
const STALE_MS = 3_600_000;

type Limits = { readonly maxBytes: number; readonly freeMb: number };

export async function spoolUpload(folder: string, source: AsyncIterable<Buffer>, limits: Limits): Promise<SpooledUpload> {
  const path = join(folder, randomUUID());
  const drop = () => rm(path, { force: true });
  try {
    await requireFreeSpace(folder, limits);
    return { path, ...(await write(path, source, limits.maxBytes)), drop };
  } catch (cause) {
    await drop();
    if (outOfSpaceCodes.has((cause as NodeJS.ErrnoException).code ?? '')) throw new StoreFull('the disk has no room', { cause });
    throw cause;
  }
}

async function write(path: string, source: AsyncIterable<Buffer>, maxBytes: number): Promise<Pick<SpooledUpload, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  await using file = await open(path, 'wx', 0o600);
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TooLong(`more than ${maxBytes} bytes`);
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  await file.sync();
  return { bytes, sha256: hash.digest() };
}

/** The database is usually on the same disk, so uploads must not fill it. */
export async function requireFreeSpace(folder: string, { maxBytes, freeMb }: Limits): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < freeMb * MB + maxBytes) throw new StoreFull(`less than ${freeMb} MB are free`);
}

export async function removeStaleUploads(folder: string): Promise<void> {
  const oldest = Date.now() - STALE_MS;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process with the same folder may have removed it.
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < oldest) await rm(path, { force: true });
  }
}
