// Detects what a file is, from its content only: names and headers are user input.
import { open } from 'node:fs/promises';
import type { FileKind } from '../../lib/file-kind.ts';
import { type Message, UserError } from '../../lib/user-error.ts';

const messages = {
  empty: /*i18n*/ { id: 'file.empty', message: 'This file is empty. Choose another one.' },
  unknown: /*i18n*/ { id: 'file.unknown', message: 'We accept txt, md, docx, png, jpg and pdf files.' },
} as const satisfies Record<string, Message>;

/** The signature of each kind. */
const signatures: readonly { readonly kind: FileKind; readonly bytes: readonly Buffer[] }[] = [
  { kind: 'png', bytes: [Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')] },
  { kind: 'jpg', bytes: [Buffer.from([0xff, 0xd8, 0xff])] },
  { kind: 'pdf', bytes: [Buffer.from('%PDF-1.'), Buffer.from('%PDF-2.')] },
  { kind: 'docx', bytes: [Buffer.from('PK\x03\x04', 'latin1')] },
];
const MAX_SIGNATURE_BYTES = 16;

/** Throws a user error that names the problem. */
export async function detectFileKind(path: string): Promise<FileKind> {
  const beginning = await readSignature(path);
  if (beginning.length === 0) throw new UserError(400, { '': [messages.empty] });
  const found = signatures.find(({ bytes }) => bytes.some((each) => beginning.subarray(0, each.length).equals(each)));
  if (found?.kind === 'docx') await (await import('./docx.ts')).checkDocx(path);
  if (found) return found.kind;
  if (!(await isText(path))) throw new UserError(400, { '': [messages.unknown] });
  return 'txt';
}

async function readSignature(path: string): Promise<Buffer> {
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_SIGNATURE_BYTES), 0, MAX_SIGNATURE_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

/** Tabs, line breaks and page breaks belong to text; other control characters do not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

/** Valid UTF-8 without control characters. Read in chunks, because ten megabytes at once would block the event loop. */
async function isText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  await using file = await open(path, 'r');
  try {
    for await (const chunk of file.createReadStream({ autoClose: false }))
      if (CONTROL.test(decoder.decode(chunk, { stream: true }))) return false;
    decoder.decode();
    return true;
  } catch (cause) {
    if (cause instanceof TypeError) return false;
    throw cause;
  }
}

const extensions: Readonly<Record<FileKind, readonly string[]>> = {
  txt: ['txt', 'md'],
  docx: ['docx'],
  png: ['png'],
  jpg: ['jpg', 'jpeg'],
  pdf: ['pdf'],
};

/** Sets the file extension to the detected kind, so that the name does not mislead the person who opens it. */
export function withExtension(name: string, kind: FileKind): string {
  const stem = name.replace(/^[.\s]+|[.\s]+$/g, '') || 'file';
  const extension = /\.([A-Za-z0-9]+)$/.exec(stem)?.[1]?.toLowerCase();
  return extension !== undefined && extensions[kind].includes(extension) ? stem : `${stem}.${kind}`;
}
