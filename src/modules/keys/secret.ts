// The form of a key: a prefix, random digits, and a checksum, by which a scanner of secrets tells a key from
// a text that looks like one without asking anybody.
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** "fk_live_", or "fk_test_" outside production. */
export const getPrefix = (production: boolean): string => `fk_${production ? 'live' : 'test'}_`;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARS = 40;
const CHECKSUM_CHARS = 6;
const HINT_CHARS = 4;
/** Above it, the first digits would be more frequent than the others. */
const FAIR_BYTES = 256 - (256 % DIGITS.length);

function computeChecksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_CHARS; place++) {
    digits = DIGITS[rest % DIGITS.length] + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

export function createSecret(prefix: string): string {
  let digits = '';
  while (digits.length < RANDOM_CHARS) {
    const [byte = 0] = randomBytes(1);
    if (byte < FAIR_BYTES) digits += DIGITS[byte % DIGITS.length];
  }
  return `${prefix}${digits}${computeChecksum(prefix + digits)}`;
}

export function isSecret(text: string, prefix: string): boolean {
  if (!text.startsWith(prefix) || text.length !== prefix.length + RANDOM_CHARS + CHECKSUM_CHARS) return false;
  return computeChecksum(text.slice(0, -CHECKSUM_CHARS)) === text.slice(-CHECKSUM_CHARS);
}

/** "fk_live_aB3d…" */
export const formatSecretHint = (key: string, prefix: string): string => `${key.slice(0, prefix.length + HINT_CHARS)}…`;

/** A fast hash is enough for a random text of this length. */
export const hashSecret = (key: string): Buffer => createHash('sha256').update(key).digest();
