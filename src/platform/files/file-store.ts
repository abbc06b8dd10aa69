// The interface of a file store.
import type { Readable } from 'node:stream';
import type { SpooledUpload } from './upload-spool.ts';

/** Of bytes, both included. */
export type ByteRange = { readonly from: number; readonly to: number };

export type FileStore = {
  /** Atomic. May move or leave the spooled file; the caller removes it. */
  put(id: string, file: SpooledUpload): Promise<void>;
  /** Undefined if it does not exist. A range lies within the file. */
  read(id: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Succeeds if the file does not exist. */
  remove(id: string): Promise<void>;
};
