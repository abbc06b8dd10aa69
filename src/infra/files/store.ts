// Where the bytes of files lie: a folder of this machine, or a store elsewhere that speaks S3. Names are ids only, so nothing that somebody typed
// becomes a path. What comes in is first written to a folder of this machine, where it can be looked at; only what was found good gets to the store.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder.ts';
import { s3Store } from './s3.ts';
import { clearComing, type SpooledUpload, takeIn } from './upload-spool.ts';

export type Store = FileStore & {
  /** Takes a stream in, up to so many bytes; throws TooLong behind them, and StoreFull where there is no room. */
  takeIn(source: AsyncIterable<Buffer>, mostBytes: number): Promise<SpooledUpload>;
};

export async function openStore(config: Pick<Config, 'dataDir' | 'filesFreeMb' | 'filesS3'>): Promise<Store> {
  const folder = join(config.dataDir, 'files');
  const coming = join(folder, 'coming');
  const kept = join(folder, 'kept');
  for (const each of [coming, kept]) await mkdir(each, { recursive: true, mode: 0o700 });
  await clearComing(coming);
  const fileStore = config.filesS3 ? s3Store(config.filesS3) : folderStore(kept);
  return { ...fileStore, takeIn: (source, mostBytes) => takeIn(coming, source, { mostBytes, freeMb: config.filesFreeMb }) };
}
