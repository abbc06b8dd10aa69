// The words of a txt, md or docx file, read in the browser alone: nothing of it is sent anywhere. What unpacks to more than a text can be is stopped
// on the way, and a file that is not what it pretends to be is refused in words.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { manyLines } from '../../../../lib/markdown/plain-text.ts';

const MB = 1024 * 1024;
const MAX_BYTES = 2 * MB;
/** The text of a document with its marks; 20,000 letters have a tenth of it. */
const MAX_XML_BYTES = 4 * MB;
const MAX_PARTS = 2_000;
const BODY = 'word/document.xml';

const words = {
  tooBig: msg`This file has more than 2 MB.`,
  unread: msg`No text could be read from this file. It takes a txt or md file in UTF-8, or a docx file without a password.`,
  bomb: msg`Unpacked, this document would be too big to be read here.`,
  empty: msg`There is no text in this file.`,
};

/** Says in words why there is no text. */
export class UnreadableFileError extends Error {
  override readonly name = 'Unread';
  readonly words: MessageDescriptor;
  constructor(what: keyof typeof words) {
    super(what);
    this.words = words[what];
  }
}

export async function readText(file: Blob): Promise<string> {
  if (file.size > MAX_BYTES) throw new UnreadableFileError('tooBig');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const text = manyLines(isZip ? textOf(decoded(await bodyOf(bytes))) : plain(bytes)).trim();
  if (text === '') throw new UnreadableFileError('empty');
  return text;
}

function decoded(bytes: BufferSource): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFileError('unread');
  }
}

function plain(bytes: Uint8Array<ArrayBuffer>): string {
  const text = decoded(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no text has them, and every other kind of file does.
  if (/[\u0000-\u0008\u000e-\u001f]/.test(text)) throw new UnreadableFileError('unread');
  return text;
}

/** The one part that holds the text, found by the directory at the end of the zip. */
async function bodyOf(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const view = new DataView(bytes.buffer);
  try {
    const end = endOf(view);
    let at = view.getUint32(end + 16, true);
    for (let left = Math.min(view.getUint16(end + 10, true), MAX_PARTS); left > 0 && view.getUint32(at, true) === 0x02014b50; left--) {
      const [nameChars, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [number, number, number];
      if (decoded(bytes.subarray(at + 46, at + 46 + nameChars)) === BODY) return await unpacked(bytes, view, at);
      at += 46 + nameChars + extra + comment;
    }
  } catch (cause) {
    // What points behind the end of the file is no zip.
    if (!(cause instanceof RangeError)) throw cause;
  }
  throw new UnreadableFileError('unread');
}

function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= 0 && at > view.byteLength - 22 - 65_536; at--)
    if (view.getUint32(at, true) === 0x06054b50) return at;
  throw new UnreadableFileError('unread');
}

async function unpacked(bytes: Uint8Array<ArrayBuffer>, view: DataView, at: number): Promise<Uint8Array<ArrayBuffer>> {
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
  if (flags & 1 || (method !== 0 && method !== 8)) throw new UnreadableFileError('unread');
  const local = view.getUint32(at + 42, true);
  const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const part = bytes.slice(begin, begin + view.getUint32(at + 20, true));
  return method === 0 ? part : inflate(part);
}

/** Whatever the directory says of its size: what comes is counted. */
async function inflate(part: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let count = 0;
  try {
    for await (const chunk of chunksOf(new Blob([part]).stream().pipeThrough(new DecompressionStream('deflate-raw')))) {
      count += chunk.length;
      if (count > MAX_XML_BYTES) throw new UnreadableFileError('bomb');
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof UnreadableFileError ? cause : new UnreadableFileError('unread');
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Not every browser can go through a stream by itself. */
async function* chunksOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
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

/** Paragraph by paragraph; what was deleted with changes tracked, and what stands there twice for older programs, is left out. */
function textOf(xml: string): string {
  // No document declares entities; what does wants to become big.
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
