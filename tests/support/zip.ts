// Zip files, valid and invalid: every size and flag of the directory can be falsified.
import { crc32, deflateRawSync } from 'node:zlib';

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
    const head = headOf(part);
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

function headOf({ content, claimedBytes, flags = 0, stored = false }: Part) {
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
