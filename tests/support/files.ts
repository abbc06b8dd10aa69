// Uploaded files of customers.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { BriefFile } from '#modules/files/shapes.ts';
import type { Shop } from './shop.ts';
import { docx } from './zip.ts';

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
