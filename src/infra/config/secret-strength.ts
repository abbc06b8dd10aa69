// How hard a secret is to guess, at most, in bits: the least of three estimates. It catches what was typed, repeated or counted up, not every bad secret.
import { deflateRawSync } from 'node:zlib';

export const guessBits = (secret: string): number =>
  Math.min(shannonBits([...secret]), shannonBits(steps(secret)), (deflateRawSync(secret, { level: 9 }).length - FRAME_BYTES) * 8);

/** What the packing itself takes: a head, an end, and one "again from before". */
const FRAME_BYTES = 4;

/** As if each item were drawn by how often it occurs. */
function shannonBits(items: readonly (string | number)[]): number {
  const counts = new Map<string | number, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / items.length);
  return bits;
}

/** From each sign to the next: "abcdef" has one step only. */
const steps = (text: string): number[] => Array.from(text.slice(1), (sign, index) => sign.charCodeAt(0) - text.charCodeAt(index));
