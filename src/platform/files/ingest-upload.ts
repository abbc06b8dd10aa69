// Stores an uploaded stream: spools it, detects its kind, names it accordingly. Problems with the file or the
// connection are user errors.
import { type FileKind, uploadKinds } from '#lib/file-kind.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { causeLine, type Log } from '../logging/log.ts';
import { checkFile } from './kind.ts';
import type { Store } from './store.ts';
import { type SpooledUpload, StoreFull, TooLong } from './upload-spool.ts';

const messages = {
  tooLong: /*i18n*/ { id: 'file.tooLong', message: 'Files can be up to {megabytes} MB.' },
  noRoom: /*i18n*/ { id: 'file.noRoom', message: 'We can’t accept files right now. Try again in a few minutes.' },
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
  save: (made: IngestedFile, file: SpooledUpload) => Promise<T>,
): Promise<T> {
  let file: SpooledUpload | undefined;
  try {
    file = await store.takeIn(body, maxBytes);
    const checked = await checkFile(file.path, name, { kinds: uploadKinds });
    return await save({ ...checked, bytes: file.bytes, sha256: file.sha256.toString('hex') }, file);
  } catch (cause) {
    throw cause instanceof StoreFull ? isOutOfSpace(log, cause) : cause instanceof TooLong ? tooLong(maxBytes) : broken(cause);
  } finally {
    await file?.drop();
  }
}

export const tooLong = (maxBytes: number) => new UserError(413, { '': [{ ...messages.tooLong, values: { megabytes: maxBytes / MB } }] });

function isOutOfSpace(log: Log, cause: StoreFull): UserError {
  log.error({ cause: causeLine(cause) }, 'files.store.failed');
  return new UserError(503, { '': [messages.noRoom] }, STORE_FULL_RETRY_SECONDS);
}

/** The client disconnected. */
const disconnectCodes = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'ECONNABORTED']);
const broken = (cause: unknown): unknown =>
  disconnectCodes.has((cause as NodeJS.ErrnoException).code ?? '') ? new UserError(400, { '': [messages.broken] }) : cause;
