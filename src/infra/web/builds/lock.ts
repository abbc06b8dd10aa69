// One process at a time, by a file that only one can make. A lock whose owner is gone, or that is older than any build takes, is taken away.
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_AGAIN_MS = 100;
const OLDEST_MS = 5 * 60 * 1000;

export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!(await take(path))) {
    if (await isAbandoned(path)) await rm(path, { force: true });
    else await wait(LOOK_AGAIN_MS);
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
    if (Date.now() - mtimeMs > OLDEST_MS) return true;
    // Between making the file and writing its owner's number it is empty.
    if (owner === '') return false;
    process.kill(Number(owner), 0);
    return false;
  } catch (cause) {
    // ENOENT: given back by now, so that the next try takes it. EPERM: alive, and somebody else's.
    return (cause as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
