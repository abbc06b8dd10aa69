// Pixels as PNG and ICO files. A flat drawing has few colours, so they go into a palette: a third of the bytes of full colour, and zlib's own speed. Pure.
import { crc32, deflateSync } from 'node:zlib';

export type Pixels = { readonly width: number; readonly height: number; readonly rgba: Uint8Array };

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const PALETTE_COLOURS = 256;
/** How many low bits of a channel may be rounded away before full colour is the better choice. */
const MOST_BITS = 4;

export function png(pixels: Pixels): Buffer {
  const flat = indexed(pixels);
  const { width, height } = pixels;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, flat ? 3 : 6], 8);
  const rows = flat ? lines(flat.indexes, width, height) : lines(pixels.rgba, width * 4, height);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    ...(flat ? [chunk('PLTE', flat.colours), chunk('tRNS', flat.alphas)] : []),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Several sizes of one icon in one file, each as PNG, which every browser of this century reads. */
export function ico(images: readonly { readonly pixels: number; readonly png: Buffer }[]): Buffer {
  const entries = Buffer.alloc(6 + 16 * images.length);
  entries.writeUInt16LE(1, 2);
  entries.writeUInt16LE(images.length, 4);
  let offset = entries.length;
  for (const [index, image] of images.entries()) {
    const at = 6 + 16 * index;
    entries.set([image.pixels, image.pixels], at);
    entries.writeUInt16LE(1, at + 4);
    entries.writeUInt16LE(32, at + 6);
    entries.writeUInt32LE(image.png.length, at + 8);
    entries.writeUInt32LE(offset, at + 12);
    offset += image.png.length;
  }
  return Buffer.concat([entries, ...images.map((image) => image.png)]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** Each row behind the number of its filter: none, which suits flat surfaces. */
function lines(bytes: Uint8Array, perRow: number, height: number): Buffer {
  const out = Buffer.alloc((perRow + 1) * height);
  for (let row = 0; row < height; row++) out.set(bytes.subarray(row * perRow, (row + 1) * perRow), row * (perRow + 1) + 1);
  return out;
}

type Flat = { readonly indexes: Uint8Array; readonly colours: Buffer; readonly alphas: Buffer };

function indexed(pixels: Pixels): Flat | undefined {
  for (let bits = 0; bits <= MOST_BITS; bits++) {
    const flat = withPalette(pixels, bits);
    if (flat) return flat;
  }
  return undefined;
}

function withPalette({ rgba }: Pixels, bits: number): Flat | undefined {
  const values = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
  const mask = 0x01010101 * ((0xff << bits) & 0xff);
  const known = new Map<number, number>();
  const indexes = new Uint8Array(values.length);
  const kept: number[] = [];
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    const key = (value & mask) >>> 0;
    let index = known.get(key);
    if (index === undefined) {
      if (kept.length === PALETTE_COLOURS) return undefined;
      index = kept.length;
      known.set(key, index);
      kept.push(at);
    }
    indexes[at] = index;
  }
  // The first colour of each kind stands for all of it: the ground comes first, so it stays exact.
  const colours = Buffer.concat(kept.map((at) => Buffer.from(rgba.subarray(at * 4, at * 4 + 3))));
  return { indexes, colours, alphas: Buffer.from(kept.map((at) => rgba[at * 4 + 3] ?? 255)) };
}
