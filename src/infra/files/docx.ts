// Checks that a zip is a harmless Word document. Inflates each part once, without storing it, to verify the sizes in the directory: a small file cannot be a
// zip bomb.
import type { Entry, ZipFile } from 'yauzl';
import { type Message, UserError } from '../../lib/user-error.ts';
import { archiveSignatures, isSystemError, openZip } from './zip.ts';

const messages = {
  docx: /*i18n*/ {
    id: 'file.docx',
    message: 'We can’t read this Word document. Save it again as docx, without a password.',
  },
  bomb: /*i18n*/ { id: 'file.bomb', message: 'This document is too large when unpacked. Make it smaller.' },
  nested: /*i18n*/ {
    id: 'file.nested',
    message: 'This document contains another file. Remove it, or add it separately.',
  },
  macros: /*i18n*/ { id: 'file.macros', message: 'We don’t accept documents with macros. Save it as docx without them.' },
} as const satisfies Record<string, Message>;

const MB = 1024 * 1024;
const MAX_PARTS = 2_000;
const MAX_BYTES = 60 * MB;
/** XML compresses well, but no real document compresses more than this. */
const MAX_RATIO = 150;
const SMALL_BYTES = MB;
const CONTENT_TYPES_PART = '[Content_Types].xml';
const BODY_PART = 'word/document.xml';
const MAX_CONTENT_TYPES_BYTES = 256 * 1024;
const WORD_CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const MAX_SIGNATURE_BYTES = 8;

/** Throws a user error that names the problem. */
export async function checkDocx(path: string): Promise<void> {
  try {
    await using zip = await openZip(path);
    const parts = await listParts(zip.file);
    for (const part of parts) await checkPart(zip.file, part);
  } catch (cause) {
    // All errors about a broken or inconsistent archive are reported the same way.
    throw cause instanceof UserError || isSystemError(cause) ? cause : invalidFile(messages.docx);
  }
}

const invalidFile = (message: Message) => new UserError(400, { '': [message] });

async function listParts(file: ZipFile): Promise<Entry[]> {
  if (file.entryCount > MAX_PARTS) throw invalidFile(messages.bomb);
  const parts: Entry[] = [];
  let bytes = 0;
  for await (const entry of file.eachEntry()) {
    const { fileName, uncompressedSize, compressedSize } = entry;
    if (entry.isEncrypted() || !entry.canDecodeFileData()) throw invalidFile(messages.docx);
    bytes += uncompressedSize;
    if (bytes > MAX_BYTES || (uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * MAX_RATIO))
      throw invalidFile(messages.bomb);
    if (/vba(project|data)/i.test(fileName)) throw invalidFile(messages.macros);
    parts.push(entry);
  }
  const names = parts.map(({ fileName }) => fileName);
  if (new Set(names).size < names.length || !names.includes(CONTENT_TYPES_PART) || !names.includes(BODY_PART))
    throw invalidFile(messages.docx);
  return parts;
}

async function checkPart(file: ZipFile, part: Entry): Promise<void> {
  const isTypes = part.fileName === CONTENT_TYPES_PART;
  if (isTypes && part.uncompressedSize > MAX_CONTENT_TYPES_BYTES) throw invalidFile(messages.bomb);
  const chunks: Buffer[] = [];
  let readBytes = 0;
  // The reader stops at the size that the directory names.
  for await (const chunk of (await file.openReadStreamPromise(part)) as AsyncIterable<Buffer>) {
    if (!isTypes && readBytes >= MAX_SIGNATURE_BYTES) continue;
    chunks.push(isTypes ? chunk : chunk.subarray(0, MAX_SIGNATURE_BYTES));
    readBytes += chunk.length;
  }
  const beginning = Buffer.concat(chunks);
  if (archiveSignatures.some((each) => beginning.subarray(0, each.length).equals(each))) throw invalidFile(messages.nested);
  if (isTypes) checkTypes(beginning.toString('utf8'));
}

function checkTypes(types: string): void {
  if (/macroEnabled|vbaProject/i.test(types)) throw invalidFile(messages.macros);
  if (!types.includes(WORD_CONTENT_TYPE)) throw invalidFile(messages.docx);
}
