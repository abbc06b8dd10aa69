// A short description of a picture that survives other fonts' edges and other order numbers, and changes with
// the layout and the colours.
import UPNG from 'upng-js';

/** Pixels of a cell's side. */
export const CELL = 64;
const LEVELS = 16;
const CHANNELS = 3;

/** Width and height in cells, and the mean brightness of each cell, one hexadecimal digit per cell. */
export type Fingerprint = `${number}x${number}:${string}`;

export function computeFingerprint(png: Uint8Array): Fingerprint {
  const image = UPNG.decode(new Uint8Array(png).buffer);
  const pixels = new Uint8Array(UPNG.toRGBA8(image)[0] ?? new ArrayBuffer(0));
  const columns = Math.ceil(image.width / CELL);
  const rows = Math.ceil(image.height / CELL);
  const sums = new Float64Array(columns * rows);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0; y < image.height; y++)
    for (let x = 0; x < image.width; x++) {
      const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
      const at = (y * image.width + x) * (CHANNELS + 1);
      sums[cell] = (sums[cell] ?? 0) + (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0);
      counts[cell] = (counts[cell] ?? 0) + CHANNELS;
    }
  const digits = Array.from(sums, (sum, cell) => Math.floor((sum / (counts[cell] || 1) / 256) * LEVELS).toString(LEVELS));
  return `${columns}x${rows}:${digits.join('')}`;
}

/**
 * The share of cells that differ by more than a rounding, from 0 to 1. Rows that only one of the pictures has
 * differ.
 */
export function difference(before: string, after: string): number {
  const [one, other] = [parse(before), parse(after)];
  if (one.columns !== other.columns) return 1;
  const cells = Math.max(one.cells.length, other.cells.length);
  let differing = 0;
  for (let index = 0; index < cells; index++) {
    const step = Math.abs(Number.parseInt(one.cells[index] ?? '', LEVELS) - Number.parseInt(other.cells[index] ?? '', LEVELS));
    if (!(step <= 1)) differing += 1;
  }
  return cells === 0 ? 0 : differing / cells;
}

function parse(fingerprint: string): { columns: number; cells: string } {
  const [size = '', cells = ''] = fingerprint.split(':');
  return { columns: Number(size.split('x')[0]), cells };
}
