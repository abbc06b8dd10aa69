// Opens the file store: a local folder or S3. Names are ids, so no user input becomes a path. Uploads are
// first spooled locally and checked.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder.ts';
import { createS3Store } from './s3.ts';
import { removeStaleUploads, type SpooledUpload, spoolUpload } from './upload-spool.ts';
import { openUploads, type Uploads } from './uploads.ts';

export type Store = FileStore & {
  /** Spools a stream up to a size; throws TooLong beyond it, and StoreFull if there is no space. */
  takeIn(source: AsyncIterable<Buffer>, maxBytes: number): Promise<SpooledUpload>;
  /** Files that arrive in parts. `remove` removes these, too. */
  readonly uploads: Uploads;
};

export async function openStore(config: Pick<Config, 'dataDir' | 'filesFreeMb' | 'filesS3'>): Promise<Store> {
  const folder = join(config.dataDir, 'files');
  const uploadFolder = join(folder, 'coming');
  const storedFolder = join(folder, 'kept');
  const partsFolder = join(folder, 'parts');
  for (const each of [uploadFolder, storedFolder, partsFolder]) await mkdir(each, { recursive: true, mode: 0o700 });
  await removeStaleUploads(uploadFolder);
  const fileStore = config.filesS3 ? createS3Store(config.filesS3) : createFolderStore(storedFolder);
  const uploads = openUploads(partsFolder, config.filesFreeMb);
  return {
    ...fileStore,
    takeIn: (source, maxBytes) => spoolUpload(uploadFolder, source, { maxBytes, freeMb: config.filesFreeMb }),
    uploads,
    async remove(id) {
      await uploads.remove(id);
      await fileStore.remove(id);
    },
  };
}
