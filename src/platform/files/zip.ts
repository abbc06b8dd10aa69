// Checks what a ZIP archive contains without trusting it: sizes and names are verified, each file is of an
// accepted kind, and nothing is unpacked to a disk.
import { basename } from 'node:path/posix';
import type { Entry, ZipFile } from 'yauzl';
import { uploadKinds } from '#lib/file-kind.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { type AcceptedKinds, detectKind, HEAD_BYTES, listKinds } from './kind.ts';
import { archiveSignatures, isSystemError, openZip, toLatin1 } from './open-zip.ts';

const messages = {
  zip: /*i18n*/ { id: 'file.zip', message: 'We can’t read this ZIP. Make it again, without a password.' },
  path: /*i18n*/ { id: 'file.zipPath', message: 'This ZIP has a file whose name leads out of its folder, or a link. Make it again.' },
  large: /*i18n*/ { id: 'file.zipLarge', message: 'This ZIP is too large when unpacked, or has more than {most, number} files.' },
  nested: /*i18n*/ { id: 'file.zipNested', message: '{name} in this ZIP is an archive itself. Unpack it first.' },
  kind: /*i18n*/ { id: 'file.zipKind', message: 'We don’t accept {name} in this ZIP. We accept {kinds}.' },
} as const satisfies Record<string, Message>;

const MB = 1024 * 1024;
const MAX_ENTRIES = 500;
const MAX_BYTES = 500 * MB;
/** No real file compresses more than this. Small ones may: a bitmap of one colour. */
const MAX_RATIO = 150;
const SMALL_BYTES = MB;

/** Made by a Mac's Finder in every archive: its view settings, and what it stores beside a file. */
const finderFiles = toLatin1(['\0\0\0\x01Bud1', '\0\x05\x16\x07']);

export type ZipEntry = { readonly name: string; readonly bytes: number };

/**
 * What it contains, in its order. Throws a user error that names the problem. Each entry is inflated, to
 * verify its size.
 */
export async function checkZip(path: string, texts: readonly string[] = []): Promise<readonly ZipEntry[]> {
  const accepted: AcceptedKinds = { kinds: uploadKinds, texts, isNameChecked: true };
  try {
    await using zip = await openZip(path);
    const entries = await listEntries(zip.file);
    for (const entry of entries) await checkEntry(zip.file, entry, accepted);
    return entries.map(({ fileName, uncompressedSize }) => ({ name: fileName, bytes: uncompressedSize }));
  } catch (cause) {
    if (cause instanceof UserError || isSystemError(cause)) throw cause;
    throw createError(/path|characters/.test(String((cause as Error).message)) ? messages.path : messages.zip);
  }
}

const createError = (message: Message, values: Message['values'] = {}) => new UserError(400, { '': [{ ...message, values }] });

const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;
const isLink = ({ externalFileAttributes }: Entry): boolean => ((externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK;

async function listEntries(file: ZipFile): Promise<Entry[]> {
  const tooLarge = createError(messages.large, { most: MAX_ENTRIES });
  if (file.entryCount > MAX_ENTRIES) throw tooLarge;
  const entries: Entry[] = [];
  let bytes = 0;
  for await (const entry of file.eachEntry()) {
    const { fileName, uncompressedSize, compressedSize } = entry;
    if (entry.isEncrypted() || !entry.canDecodeFileData()) throw createError(messages.zip);
    if (isLink(entry)) throw createError(messages.path);
    bytes += uncompressedSize;
    if (bytes > MAX_BYTES || (uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * MAX_RATIO)) throw tooLarge;
    if (!fileName.endsWith('/')) entries.push(entry);
  }
  const names = entries.map(({ fileName }) => fileName.toLowerCase());
  if (entries.length === 0 || new Set(names).size < names.length) throw createError(messages.zip);
  return entries;
}

async function checkEntry(file: ZipFile, entry: Entry, accepted: AcceptedKinds): Promise<void> {
  const { head, content } = await readEntry(file, entry);
  const name = entry.fileName;
  const begins = (signatures: readonly Buffer[]) => signatures.some((each) => head.subarray(0, each.length).equals(each));
  if (begins(finderFiles)) return;
  const read = async () => (await file.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
  if (await detectKind({ head, read, openZip: async () => openZip(content()) }, basename(name), accepted)) return;
  if (begins(archiveSignatures)) throw createError(messages.nested, { name });
  throw createError(messages.kind, { name, kinds: listKinds(accepted) });
}

/** Documents that are archives themselves are read from memory. */
const MAX_DOCUMENT_BYTES = 20 * MB;

async function readEntry(file: ZipFile, entry: Entry): Promise<{ head: Buffer; content: () => Buffer }> {
  const isKept = entry.uncompressedSize <= MAX_DOCUMENT_BYTES;
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The reader stops at the size that the directory names.
  for await (const chunk of (await file.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    if (isKept || bytes < HEAD_BYTES) chunks.push(isKept ? chunk : chunk.subarray(0, HEAD_BYTES));
    bytes += chunk.length;
  }
  const content = Buffer.concat(chunks);
  return {
    head: content.subarray(0, HEAD_BYTES),
    content() {
      if (!isKept) throw createError(messages.large, { most: MAX_ENTRIES });
      return content;
    },
  };
}
