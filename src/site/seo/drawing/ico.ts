// Several PNG images in one ICO file. Pure.

export type IcoImage = { readonly pixels: number; readonly png: Uint8Array };

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const COLOUR_BITS = 32;

export function encodeIco(images: readonly IcoImage[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, { pixels, png }] of images.entries()) {
    const at = HEADER_BYTES + ENTRY_BYTES * index;
    header.set([pixels, pixels], at);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(COLOUR_BITS, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
}
