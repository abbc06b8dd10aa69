// Files on their way in: written as they come, counted and hashed on the way, safe on the disk before anybody looks at them.
import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export type SpooledUpload = { readonly path: string; readonly bytes: number; readonly sha256: Buffer; drop(): Promise<void> };

/** More than was agreed on; nothing of it is left. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** There is no room, or the store cannot be reached: nothing of the file is left, and it can be tried again later. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

const MB = 1024 * 1024;
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);
/** What a process that was killed has left behind. */
const LEFT_BEHIND_MS = 3_600_000;

type Limits = { readonly mostBytes: number; readonly freeMb: number };

export async function takeIn(folder: string, source: AsyncIterable<Buffer>, limits: Limits): Promise<SpooledUpload> {
  const path = join(folder, randomUUID());
  const drop = () => rm(path, { force: true });
  try {
    await refuseFull(folder, limits);
    return { path, ...(await write(path, source, limits.mostBytes)), drop };
  } catch (cause) {
    await drop();
    if (noRoom.has((cause as NodeJS.ErrnoException).code ?? '')) throw new StoreFull('the disk has no room', { cause });
    throw cause;
  }
}

async function write(path: string, source: AsyncIterable<Buffer>, mostBytes: number): Promise<Pick<SpooledUpload, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  await using file = await open(path, 'wx', 0o600);
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new TooLong(`more than ${mostBytes} bytes`);
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  await file.sync();
  return { bytes, sha256: hash.digest() };
}

/** The database writes on the same disk, as a rule: files must not be what fills it. */
async function refuseFull(folder: string, { mostBytes, freeMb }: Limits): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < freeMb * MB + mostBytes) throw new StoreFull(`less than ${freeMb} MB are free`);
}

export async function clearComing(folder: string): Promise<void> {
  const oldest = Date.now() - LEFT_BEHIND_MS;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process over the same folder may be quicker.
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < oldest) await rm(path, { force: true });
  }
}
