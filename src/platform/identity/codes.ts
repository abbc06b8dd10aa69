// Random codes and tokens that are too long to guess. Only their hashes are stored.
import { createHash, randomBytes } from 'node:crypto';

const CODE_BYTES = 24;

export const hashCode = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

export function createCode(): { code: string; codeHash: Buffer } {
  const bytes = randomBytes(CODE_BYTES);
  return { code: bytes.toString('base64url'), codeHash: hashCode(bytes) };
}

/** Undefined if it does not have the format of our tokens. */
export function readCode(code: string): Buffer | undefined {
  const bytes = Buffer.from(code, 'base64url');
  return bytes.length === CODE_BYTES && bytes.toString('base64url') === code ? hashCode(bytes) : undefined;
}
