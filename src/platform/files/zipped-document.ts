// Checks that a zip is a harmless document of an office or design program, and tells which. Inflates each
// part once, without storing it, to verify the sizes in the directory: a small file cannot be a zip bomb.
import type { Entry, ZipFile } from 'yauzl';
import type { FileKind } from '#lib/file-kind.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { archiveSignatures, isSystemError, type openZip } from './open-zip.ts';

const messages = {
  broken: /*i18n*/ { id: 'file.document', message: 'We can’t read this document. Save it again, without a password.' },
  bomb: /*i18n*/ { id: 'file.bomb', message: 'This document is too large when unpacked. Make it smaller.' },
  nested: /*i18n*/ {
    id: 'file.nested',
    message: 'This document contains another file. Remove it, or add it separately.',
  },
  macros: /*i18n*/ { id: 'file.macros', message: 'We don’t accept documents with macros. Save it again without them.' },
} as const satisfies Record<string, Message>;

const MB = 1024 * 1024;
const MAX_PARTS = 2_000;
const MAX_BYTES = 60 * MB;
/** XML compresses well, but no real document compresses more than this. */
const MAX_RATIO = 150;
const SMALL_BYTES = MB;
const TYPES_PART = '[Content_Types].xml';
/** ODF, EPUB and InDesign name their type here. */
const TYPE_PART = 'mimetype';
const MAX_TYPES_BYTES = 256 * 1024;
const MAX_SIGNATURE_BYTES = 8;

const getOfficeType = (name: string) => `application/vnd.openxmlformats-officedocument.${name}.main+xml`;

/** The part that each kind must have, and its type in the part that names types. */
const documents: readonly { readonly kind: FileKind; readonly part: string; readonly type?: string }[] = [
  { kind: 'docx', part: 'word/document.xml', type: getOfficeType('wordprocessingml.document') },
  { kind: 'xlsx', part: 'xl/workbook.xml', type: getOfficeType('spreadsheetml.sheet') },
  { kind: 'pptx', part: 'ppt/presentation.xml', type: getOfficeType('presentationml.presentation') },
  { kind: 'odt', part: TYPE_PART, type: 'application/vnd.oasis.opendocument.text' },
  { kind: 'ods', part: TYPE_PART, type: 'application/vnd.oasis.opendocument.spreadsheet' },
  { kind: 'odp', part: TYPE_PART, type: 'application/vnd.oasis.opendocument.presentation' },
  { kind: 'epub', part: TYPE_PART, type: 'application/epub+zip' },
  { kind: 'idml', part: TYPE_PART, type: 'application/vnd.adobe.indesign-idml-package' },
  { kind: 'fig', part: 'canvas.fig' },
  { kind: 'sketch', part: 'document.json' },
];

/** Undefined: an archive of something else. Throws a user error that names the problem. */
export async function checkZippedDocument(open: () => ReturnType<typeof openZip>): Promise<FileKind | undefined> {
  try {
    await using zip = await open();
    const { file } = zip;
    const parts = await listParts(file);
    const names = new Set(parts.map(({ fileName }) => fileName));
    const possible = documents.filter(({ part, type }) => names.has(part) && (part === TYPE_PART || !type || names.has(TYPES_PART)));
    if (possible.length === 0) return undefined;
    let types = '';
    for (const part of parts) types += await checkPart(file, part);
    if (/macroEnabled|vbaProject/i.test(types)) throw createInvalidFileError(messages.macros);
    const found = possible.find(({ part, type }) => !type || (part === TYPE_PART ? types.trim() === type : types.includes(type)));
    if (!found) throw createInvalidFileError(messages.broken);
    return found.kind;
  } catch (cause) {
    // All errors about a broken or inconsistent archive are reported the same way.
    throw cause instanceof UserError || isSystemError(cause) ? cause : createInvalidFileError(messages.broken);
  }
}

const createInvalidFileError = (message: Message) => new UserError(400, { '': [message] });

async function listParts(file: ZipFile): Promise<Entry[]> {
  if (file.entryCount > MAX_PARTS) throw createInvalidFileError(messages.bomb);
  const parts: Entry[] = [];
  let bytes = 0;
  for await (const entry of file.eachEntry()) {
    const { fileName, uncompressedSize, compressedSize } = entry;
    if (entry.isEncrypted() || !entry.canDecodeFileData()) throw createInvalidFileError(messages.broken);
    bytes += uncompressedSize;
    if (bytes > MAX_BYTES || (uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * MAX_RATIO))
      throw createInvalidFileError(messages.bomb);
    if (/vba(project|data)|^(basic|scripts)\//i.test(fileName)) throw createInvalidFileError(messages.macros);
    parts.push(entry);
  }
  if (new Set(parts.map(({ fileName }) => fileName)).size < parts.length) throw createInvalidFileError(messages.broken);
  return parts;
}

/** A chart of a presentation has its numbers as a spreadsheet. */
const CHART_DATA = /^ppt\/embeddings\/[^/]+\.xlsx$/i;

/** What it says about types; empty for other parts. */
async function checkPart(file: ZipFile, part: Entry): Promise<string> {
  const isTypes = part.fileName === TYPES_PART || part.fileName === TYPE_PART;
  if (isTypes && part.uncompressedSize > MAX_TYPES_BYTES) throw createInvalidFileError(messages.bomb);
  const chunks: Buffer[] = [];
  let readBytes = 0;
  // The reader stops at the size that the directory names.
  for await (const chunk of (await file.openReadStreamPromise(part)) as AsyncIterable<Buffer>) {
    if (!isTypes && readBytes >= MAX_SIGNATURE_BYTES) continue;
    chunks.push(isTypes ? chunk : chunk.subarray(0, MAX_SIGNATURE_BYTES));
    readBytes += chunk.length;
  }
  const beginning = Buffer.concat(chunks);
  const isArchive = archiveSignatures.some((each) => beginning.subarray(0, each.length).equals(each));
  if (isArchive && !CHART_DATA.test(part.fileName)) throw createInvalidFileError(messages.nested);
  return isTypes ? beginning.toString('utf8') : '';
}
