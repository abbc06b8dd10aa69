// What every place that keeps files can do.
import type { Readable } from 'node:stream';
import type { SpooledUpload } from './upload-spool.ts';

export type FileStore = {
  /** Whole or not at all. The file that is coming is gone afterwards or stays, as it may be: whoever took it in lets go of it. */
  put(id: string, file: SpooledUpload): Promise<void>;
  /** Undefined where there is none. */
  read(id: string): Promise<Readable | undefined>;
  /** What is not there is removed already. */
  remove(id: string): Promise<void>;
};
