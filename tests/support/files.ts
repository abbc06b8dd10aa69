// Uploaded files of customers.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import UPNG from 'upng-js';
import type { BriefFile } from '#modules/files/shapes.ts';
import type { Shop } from './shop.ts';

// Zip files, valid and invalid: every size and flag of the directory can be falsified.

export type Part = {
  readonly name: string;
  readonly content: string | Buffer;
  /** Falsified values of the directory. */
  readonly claimedBytes?: number;
  readonly flags?: number;
  /** Stored without compression. */
  readonly stored?: boolean;
  /** Of Unix, such as a symbolic link's. */
  readonly mode?: number;
};

export function zip(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const head = createHead(part);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head.common, sizes(name.length, 0), name, head.body]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(((part.mode ?? 0) << 16) >>> 0, 6);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head.common, sizes(name.length, 0), place, name]));
    bodies.push(local);
    offset += local.length;
  }
  const all = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(all.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, all, end]);
}

function createHead({ content, claimedBytes, flags = 0, stored = false }: Part) {
  const plain = Buffer.from(content);
  const body = stored ? plain : deflateRawSync(plain, { level: 9 });
  const common = Buffer.alloc(22);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(flags, 2);
  common.writeUInt16LE(stored ? 0 : 8, 4);
  common.writeUInt32LE(crc32(plain), 10);
  common.writeUInt32LE(body.length, 14);
  common.writeUInt32LE(claimedBytes ?? plain.length, 18);
  return { body, common };
}

function sizes(name: number, extra: number): Buffer {
  const both = Buffer.alloc(4);
  both.writeUInt16LE(name, 0);
  both.writeUInt16LE(extra, 2);
  return both;
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
export const types = (type = WORD): Part => ({
  name: '[Content_Types].xml',
  content: `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
});
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
export const body = (...paragraphs: string[]): Part => ({
  name: 'word/document.xml',
  content: `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs
    .map((text) => `<w:p><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`)
    .join('')}</w:body></w:document>`,
});

/** A Word document with these paragraphs, and more parts. */
export const docx = (paragraphs: readonly string[] = ['Loaf & Queue opens at seven.'], ...more: Part[]): Buffer =>
  zip([types(), body(...paragraphs), ...more]);

const MB = 1024 * 1024;
export const FILE_BYTES = 10 * MB;

const chunk = (name: string, content: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(name), content, Buffer.alloc(4)]);
};

/** A file of each accepted type. */
export const samples = {
  txt: Buffer.from('Der Bäcker öffnet um sieben. 毎朝七時に開きます。\r\n\tOpen.\n'),
  docx: docx(),
  png: Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
    chunk('IDAT', deflateSync(Buffer.alloc(4))),
    chunk('IEND', Buffer.alloc(0)),
  ]),
  jpg: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('\0\x10JFIF\0', 'latin1'), Buffer.alloc(40)]),
  pdf: Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n', 'latin1'),
} as const;

export type Sent = { readonly status: number; readonly body: BriefFile & { errors?: Record<string, string[]>; detail?: string } };

export async function upload(
  shop: Pick<Shop, 'urls'>,
  token: string,
  content: Uint8Array | ReadableStream,
  { name = 'notes.txt', headers = {} }: { name?: string; headers?: Record<string, string> } = {},
): Promise<Sent> {
  const answer = await fetch(`${shop.urls.storefront}/api/files?${new URLSearchParams({ name })}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream', 'accept-language': 'en', ...headers },
    body: content as BodyInit,
    duplex: 'half',
  } as RequestInit);
  return { status: answer.status, body: await answer.json() } as Sent;
}

/** Files in the shop's folder: stored, and being uploaded. */
export const lying = (shop: Shop): { kept: string[]; coming: string[] } => {
  const folder = join(shop.ctx.config.dataDir, 'files');
  return { kept: readdirSync(join(folder, 'kept')), coming: readdirSync(join(folder, 'coming')) };
};

// Pictures that browsers can show.

/** A PNG with a disc on a transparent ground. */
export function disc(width: number, height: number): Buffer {
  const pixels = new Uint8Array(width * height * 4);
  const radius = Math.min(width, height) / 3;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (Math.hypot(x - width / 2, y - height / 2) < radius) pixels.set([196, 61, 47, 255], (y * width + x) * 4);
  return Buffer.from(UPNG.encode([pixels.buffer], width, height, 0));
}

// Metadata of a PDF: title, author and dates.

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

type PdfInfo = Readonly<Record<'title' | 'author' | 'created', string | undefined>> & { readonly keywords?: string };

export function pdfInfo(pdf: Uint8Array): PdfInfo {
  const bytes = Buffer.from(pdf).toString('latin1');
  const read = (name: string): string | undefined => {
    const [, object] = new RegExp(`/${name} (\\d+) 0 R`).exec(bytes) ?? [];
    const [, text] = new RegExp(`\\n${object} 0 obj\\n\\(((?:\\\\[\\s\\S]|[^\\\\)])*)\\)`).exec(bytes) ?? [];
    return text === undefined ? undefined : decoded(text.replace(/\\([\s\S])/g, (_, each: string) => escapes[each] ?? each));
  };
  const keywords = read('Keywords');
  return { title: read('Title'), author: read('Author'), created: read('CreationDate'), ...(keywords === undefined ? {} : { keywords }) };
}

/** A string with a byte order mark is UTF-16, big-endian. */
function decoded(text: string): string {
  return text.startsWith('þÿ') ? Buffer.from(text.slice(2), 'latin1').swap16().toString('utf16le') : text;
}

/** A silent MP3 that players can play: an empty ID3 tag, and frames of 26 ms at 32 kbit a second. */
export function silentMp3(seconds: number): Buffer {
  const frame = Buffer.alloc(104);
  frame.writeUInt32BE(0xff_fb_10_c4);
  const frames = Math.ceil((seconds * 44_100) / 1_152);
  return Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), ...Array.from({ length: frames }, () => frame)]);
}
