// Reads the text of a txt, md or docx file in the browser; nothing is uploaded. Unpacking stops at a size
// limit, and a file of another type is rejected with a message.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { toCleanLines } from '#lib/markdown/plain-text.ts';

const MB = 1024 * 1024;
const MAX_BYTES = 2 * MB;
/** Size of a document's XML; 20,000 characters need a tenth of it. */
const MAX_XML_BYTES = 4 * MB;
const MAX_PARTS = 2_000;
const BODY = 'word/document.xml';

const words = {
  tooBig: msg`This file is larger than 2 MB. Choose a smaller one.`,
  unread: msg`We can’t read this file. Choose a txt or md file in UTF-8, or a docx without a password.`,
  bomb: msg`This document is too large when unpacked. Make it smaller.`,
  empty: msg`This file has no text. Choose another one.`,
};

/** The message says why the text cannot be read. */
export class UnreadableFileError extends Error {
  override readonly name = 'Unread';
  readonly words: MessageDescriptor;
  constructor(what: keyof typeof words) {
    super(what);
    this.words = words[what];
  }
}

export async function readTextFile(file: Blob): Promise<string> {
  if (file.size > MAX_BYTES) throw new UnreadableFileError('tooBig');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const text = toCleanLines(isZip ? readText(decodeText(await getBody(bytes))) : decodePlainText(bytes)).trim();
  if (text === '') throw new UnreadableFileError('empty');
  return text;
}

function decodeText(bytes: BufferSource): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFileError('unread');
  }
}

function decodePlainText(bytes: Uint8Array<ArrayBuffer>): string {
  const text = decodeText(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: text has no control characters; binary files do.
  if (/[\u0000-\u0008\u000e-\u001f]/.test(text)) throw new UnreadableFileError('unread');
  return text;
}

/** The document part, found by the zip's central directory. */
async function getBody(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const view = new DataView(bytes.buffer);
  try {
    const end = findEnd(view);
    let at = view.getUint32(end + 16, true);
    const parts = Math.min(view.getUint16(end + 10, true), MAX_PARTS);
    for (let part = 0; part < parts && view.getUint32(at, true) === 0x02014b50; part++) {
      const [nameChars, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [number, number, number];
      if (decodeText(bytes.subarray(at + 46, at + 46 + nameChars)) === BODY) return await unpack(bytes, view, at);
      at += 46 + nameChars + extra + comment;
    }
  } catch (cause) {
    // An offset beyond the end of the file is no zip.
    if (!(cause instanceof RangeError)) throw cause;
  }
  throw new UnreadableFileError('unread');
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= 0 && at > view.byteLength - 22 - 65_536; at--)
    if (view.getUint32(at, true) === 0x06054b50) return at;
  throw new UnreadableFileError('unread');
}

async function unpack(bytes: Uint8Array<ArrayBuffer>, view: DataView, at: number): Promise<Uint8Array<ArrayBuffer>> {
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
  if (flags & 1 || (method !== 0 && method !== 8)) throw new UnreadableFileError('unread');
  const local = view.getUint32(at + 42, true);
  const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const part = bytes.slice(begin, begin + view.getUint32(at + 20, true));
  return method === 0 ? part : inflatePart(part);
}

/** The unpacked bytes are counted, whatever size the directory gives. */
async function inflatePart(part: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let count = 0;
  try {
    for await (const chunk of readChunks(new Blob([part]).stream().pipeThrough(new DecompressionStream('deflate-raw')))) {
      count += chunk.length;
      if (count > MAX_XML_BYTES) throw new UnreadableFileError('bomb');
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof UnreadableFileError ? cause : new UnreadableFileError('unread');
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Not every browser can iterate over a stream. */
async function* readChunks(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** By paragraph, without tracked deletions and without duplicates for older programs. */
function readText(xml: string): string {
  // No document declares entities; a declaration is an expansion attack.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new UnreadableFileError('unread');
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  if (document.getElementsByTagName('parsererror').length > 0) throw new UnreadableFileError('unread');
  let text = '';
  const walk = (node: Element): void => {
    const { localName } = node;
    if (localName === 'del' || localName === 'moveFrom' || localName === 'Fallback') return;
    if (localName === 't') text += node.textContent ?? '';
    else if (localName === 'tab') text += '\t';
    else if (localName === 'br' || localName === 'cr') text += '\n';
    else for (const child of node.children) walk(child);
    if (localName === 'p') text += '\n';
  };
  for (const child of document.documentElement.children) walk(child);
  return text;
}
