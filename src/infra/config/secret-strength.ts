// Estimates an upper bound of a secret's entropy in bits. Detects typed, repeated and sequential secrets, not every weak secret.
import { deflateRawSync } from 'node:zlib';

export const guessBits = (secret: string): number =>
  Math.min(shannonBits([...secret]), shannonBits(steps(secret)), (deflateRawSync(secret, { level: 9 }).length - FRAME_BYTES) * 8);

/** The compressor's own overhead: header, end and one back-reference. */
const FRAME_BYTES = 4;

/** Entropy of independent items by their frequency. */
function shannonBits(items: readonly (string | number)[]): number {
  const counts = new Map<string | number, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / items.length);
  return bits;
}

/** Differences between neighbouring characters: "abcdef" has only one. */
const steps = (text: string): number[] => Array.from(text.slice(1), (sign, index) => sign.charCodeAt(0) - text.charCodeAt(index));
