// Lock file for one process at a time. A lock whose process is dead, or that is older than any build takes,
// is removed.
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 100;
const MAX_LOCK_AGE_MS = 5 * 60 * 1000;

export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!(await take(path))) {
    if (await isAbandoned(path)) await rm(path, { force: true });
    else await wait(POLL_MS);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

const take = (path: string): Promise<boolean> =>
  writeFile(path, String(process.pid), { flag: 'wx' }).then(
    () => true,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EEXIST') return false;
      throw cause;
    },
  );

async function isAbandoned(path: string): Promise<boolean> {
  try {
    const [owner, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    if (Date.now() - mtimeMs > MAX_LOCK_AGE_MS) return true;
    // Empty between creation of the file and the write of the pid.
    if (owner === '') return false;
    process.kill(Number(owner), 0);
    return false;
  } catch (cause) {
    // ENOENT: released, so retry. EPERM: alive, and owned by another user.
    return (cause as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
