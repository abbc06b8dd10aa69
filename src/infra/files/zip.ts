// Reads ZIP archives without trusting them: sizes and names are verified, and nothing is unpacked to a disk.
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { type Message, UserError } from '../../lib/user-error.ts';

const messages = {
  zip: /*i18n*/ { id: 'file.zip', message: 'We can’t read this ZIP. Make it again, without a password.' },
  path: /*i18n*/ { id: 'file.zipPath', message: 'This ZIP has a file whose name leads out of its folder, or a link. Make it again.' },
  large: /*i18n*/ { id: 'file.zipLarge', message: 'This ZIP is too large when unpacked, or has more than {most, number} files.' },
  nested: /*i18n*/ { id: 'file.zipNested', message: '{name} in this ZIP is an archive itself. Unpack it first.' },
  program: /*i18n*/ { id: 'file.zipProgram', message: '{name} in this ZIP is a program. Remove it.' },
} as const satisfies Record<string, Message>;

const MB = 1024 * 1024;
const MAX_ENTRIES = 500;
const MAX_BYTES = 500 * MB;
/** No real file compresses more than this. Small ones may: a bitmap of one colour. */
const MAX_RATIO = 150;
const SMALL_BYTES = MB;
const MAX_SIGNATURE_BYTES = 8;

const latin1 = (texts: readonly string[]): readonly Buffer[] => texts.map((text) => Buffer.from(text, 'latin1'));
/** Signatures of archives and of old Office files, which may contain macros and embedded objects. */
export const archiveSignatures = latin1([
  'PK\x03\x04',
  'PK\x05\x06',
  'Rar!',
  '7z\xbc\xaf\x27\x1c',
  '\x1f\x8b',
  '\xfd7zXZ',
  'BZh',
  '\xd0\xcf\x11\xe0',
]);
/** These are ZIP archives by their nature. */
const ZIPPED_DOCUMENT = /\.(docx|xlsx|pptx|odt|ods|odp|sketch|idml|epub)$/i;
const programSignatures = latin1(['MZ', '\x7fELF', '#!', '\xca\xfe\xba\xbe', '\xfe\xed\xfa', '\xcf\xfa\xed\xfe', '\xce\xfa\xed\xfe']);
const PROGRAM = /\.(exe|com|scr|msi|bat|cmd|ps1|vbs|js|jse|wsf|hta|lnk|jar|app|dmg|sh|html?|xhtml|svgz)$/i;

export type ZipEntry = { readonly name: string; readonly bytes: number };

/** What it contains, in its order. Throws a user error that names the problem. Each entry is inflated once, to verify its size. */
export async function checkZip(path: string): Promise<readonly ZipEntry[]> {
  try {
    await using zip = await openZip(path);
    const entries = await listEntries(zip.file);
    for (const entry of entries) await checkEntry(zip.file, entry);
    return entries.map(({ fileName, uncompressedSize }) => ({ name: fileName, bytes: uncompressedSize }));
  } catch (cause) {
    if (cause instanceof UserError || isSystemError(cause)) throw cause;
    throw refused(/path|characters/.test(String((cause as Error).message)) ? messages.path : messages.zip);
  }
}

/** Names that lead out of the folder are an error. */
export async function openZip(path: string): Promise<{ file: ZipFile } & AsyncDisposable> {
  const file = await openPromise(path, { autoClose: false, strictFileNames: true, validateEntrySizes: true });
  return {
    file,
    async [Symbol.asyncDispose]() {
      file.close();
    },
  };
}

/** System errors (disk) have an errno. */
export const isSystemError = (cause: unknown): boolean => typeof (cause as NodeJS.ErrnoException).syscall === 'string';

const refused = (message: Message, values: Message['values'] = {}) => new UserError(400, { '': [{ ...message, values }] });

const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;
const isLink = ({ externalFileAttributes }: Entry): boolean => ((externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK;

async function listEntries(file: ZipFile): Promise<Entry[]> {
  const tooLarge = refused(messages.large, { most: MAX_ENTRIES });
  if (file.entryCount > MAX_ENTRIES) throw tooLarge;
  const entries: Entry[] = [];
  let bytes = 0;
  for await (const entry of file.eachEntry()) {
    const { fileName, uncompressedSize, compressedSize } = entry;
    if (entry.isEncrypted() || !entry.canDecodeFileData()) throw refused(messages.zip);
    if (isLink(entry)) throw refused(messages.path);
    bytes += uncompressedSize;
    if (bytes > MAX_BYTES || (uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * MAX_RATIO)) throw tooLarge;
    if (!fileName.endsWith('/')) entries.push(entry);
  }
  const names = entries.map(({ fileName }) => fileName.toLowerCase());
  if (entries.length === 0 || new Set(names).size < names.length) throw refused(messages.zip);
  return entries;
}

async function checkEntry(file: ZipFile, entry: Entry): Promise<void> {
  const chunks: Buffer[] = [];
  let readBytes = 0;
  // The reader stops at the size that the directory names.
  for await (const chunk of (await file.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    if (readBytes >= MAX_SIGNATURE_BYTES) continue;
    chunks.push(chunk.subarray(0, MAX_SIGNATURE_BYTES));
    readBytes += chunk.length;
  }
  const beginning = Buffer.concat(chunks);
  const begins = (signatures: readonly Buffer[]) => signatures.some((each) => beginning.subarray(0, each.length).equals(each));
  const name = entry.fileName;
  if (PROGRAM.test(name) || begins(programSignatures)) throw refused(messages.program, { name });
  if (begins(archiveSignatures) && !ZIPPED_DOCUMENT.test(name)) throw refused(messages.nested, { name });
}
