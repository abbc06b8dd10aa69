import UPNG from 'upng-js';
import { expect, test } from 'vitest';
import { CELL, computeFingerprint, difference } from './fingerprint.ts';

const WIDTH = 10 * CELL;
const HEIGHT = 5 * CELL;

/** A white picture with a dark box. */
function picture(box: { readonly x: number; readonly y: number; readonly side: number }, height = HEIGHT): Uint8Array {
  const pixels = new Uint8Array(WIDTH * height * 4).fill(255);
  for (let y = box.y; y < box.y + box.side; y++)
    for (let x = box.x; x < box.x + box.side; x++) pixels.fill(30, (y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3);
  return new Uint8Array(UPNG.encode([pixels.buffer], WIDTH, height, 0));
}

const box = { x: CELL, y: CELL, side: 2 * CELL };
const before = computeFingerprint(picture(box));

test('picture that is taken again: no difference', () => {
  expect(difference(before, computeFingerprint(picture(box)))).toBe(0);
});

test('box that moves by a pixel: no difference', () => {
  expect(difference(before, computeFingerprint(picture({ ...box, x: CELL + 1 })))).toBe(0);
});

test('box that moves by its width: its old and its new cells differ', () => {
  expect(difference(before, computeFingerprint(picture({ ...box, x: 5 * CELL })))).toBe(8 / 50);
});

test('longer page: the new rows differ', () => {
  expect(difference(before, computeFingerprint(picture(box, HEIGHT + CELL)))).toBe(10 / 60);
});
