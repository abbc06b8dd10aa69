// File store in a local folder, or in one that all nodes share.
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from './file-store.ts';

export function createFolderStore(folder: string): FileStore {
  const getPath = (id: string) => join(folder, id);
  return {
    async put(id, { path }) {
      await rename(path, getPath(id));
      await syncFolder(folder);
    },
    async read(id, range) {
      try {
        const file = await open(getPath(id), 'r');
        return file.createReadStream(range && { start: range.from, end: range.to });
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw cause;
      }
    },
    remove: (id) => rm(getPath(id), { force: true }),
  };
}

/** A rename is durable once its folder is synced. Systems that cannot open folders do this themselves. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using opened = await open(folder, 'r');
  await opened.sync();
}
