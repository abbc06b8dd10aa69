// Stores an uploaded stream: spools it, detects its kind, names it accordingly. Problems with the file or the
// connection are user errors.
import { type FileKind, uploadKinds } from '#lib/file-kind.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { formatCause, type Log } from '../logging/log.ts';
import { checkFile } from './kind.ts';
import type { Store } from './store.ts';
import { type SpooledUpload, StoreFull, TooLong } from './upload-spool.ts';

const messages = {
  tooLong: /*i18n*/ { id: 'file.tooLong', message: 'Files can be up to {megabytes} MB.' },
  noRoom: /*i18n*/ { id: 'file.noRoom', message: 'We can’t accept files right now. Try again in a few minutes.' },
  incomplete: /*i18n*/ { id: 'file.incomplete', message: 'This file hasn’t arrived in full yet. Try again in a moment.' },
  broken: /*i18n*/ { id: 'file.broken', message: 'The upload was interrupted. Try again.' },
} as const satisfies Record<string, Message>;

const MB = 1024 * 1024;
const STORE_FULL_RETRY_SECONDS = 120;

type IncomingUpload = { readonly name: string; readonly body: AsyncIterable<Buffer>; readonly maxBytes: number };
/** The detected kind. */
export type IngestedFile = { readonly kind: FileKind; readonly name: string; readonly bytes: number; readonly sha256: string };

/** `keep` stores the spooled file; the spool file is removed afterwards. */
export async function ingestUpload<T>(
  { log, store }: { readonly log: Log; readonly store: Pick<Store, 'takeIn'> },
  { name, body, maxBytes }: IncomingUpload,
  save: (ingested: IngestedFile, file: SpooledUpload) => Promise<T>,
): Promise<T> {
  let file: SpooledUpload | undefined;
  try {
    file = await store.takeIn(body, maxBytes);
    const checked = await checkFile(file.path, name, { kinds: uploadKinds });
    return await save({ ...checked, bytes: file.bytes, sha256: file.sha256.toString('hex') }, file);
  } catch (cause) {
    throw cause instanceof StoreFull
      ? createNoRoomError(log, cause)
      : cause instanceof TooLong
        ? createTooLongError(maxBytes)
        : toUploadError(cause);
  } finally {
    await file?.drop();
  }
}

/** Ids of the uploads that this process takes over now. */
const inProgress = new Set<string>();

type Taking<T> = {
  readonly save: (file: SpooledUpload) => Promise<T>;
  /** The file is not what it may be, and is gone. */
  readonly onRefused: () => Promise<unknown>;
};

/**
 * Takes over a file that came in parts, once at a time. Unless it is stored or refused, it stays for another
 * try.
 */
export async function takeParts<T>(
  { log, store }: { readonly log: Log; readonly store: Pick<Store, 'uploads'> },
  { id, owner }: { readonly id: string; readonly owner: string },
  { save, onRefused }: Taking<T>,
): Promise<T> {
  const incomplete = new UserError(400, { '': [messages.incomplete] });
  if (inProgress.has(id)) throw incomplete;
  inProgress.add(id);
  try {
    const file = await store.uploads.collect(id, owner);
    if (!file) throw new UserError(404);
    if (file === 'incomplete') throw incomplete;
    const ingested = await save(file).catch(async (cause: unknown) => {
      if (!(cause instanceof UserError)) throw cause instanceof StoreFull ? createNoRoomError(log, cause) : cause;
      await file.drop();
      await onRefused();
      throw cause;
    });
    await file.drop();
    return ingested;
  } finally {
    inProgress.delete(id);
  }
}

export const createTooLongError = (maxBytes: number) =>
  new UserError(413, { '': [{ ...messages.tooLong, values: { megabytes: maxBytes / MB } }] });

export function createNoRoomError(log: Log, cause: StoreFull): UserError {
  log.error({ cause: formatCause(cause) }, 'files.store.failed');
  return new UserError(503, { '': [messages.noRoom] }, STORE_FULL_RETRY_SECONDS);
}

/** The client disconnected. */
const disconnectCodes = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'ECONNABORTED']);
const toUploadError = (cause: unknown): unknown =>
  disconnectCodes.has((cause as NodeJS.ErrnoException).code ?? '') ? new UserError(400, { '': [messages.broken] }) : cause;
