// Files in a folder of this machine, or in one that all nodes of a shop share.
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from './file-store.ts';

export function folderStore(folder: string): FileStore {
  const pathOf = (id: string) => join(folder, id);
  return {
    async put(id, { path }) {
      await rename(path, pathOf(id));
      await syncFolder(folder);
    },
    async read(id) {
      try {
        const file = await open(pathOf(id), 'r');
        return file.createReadStream();
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw cause;
      }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
  };
}

/** A name is safe when its folder is. Where folders cannot be opened, the system sees to it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using opened = await open(folder, 'r');
  await opened.sync();
}
