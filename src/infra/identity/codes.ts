// Codes and tokens that are too long to be guessed: whoever has one is known by it, and only its hash is kept.
import { createHash, randomBytes } from 'node:crypto';

const CODE_BYTES = 24;

export const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

export function newCode(): { code: string; codeHash: Buffer } {
  const bytes = randomBytes(CODE_BYTES);
  return { code: bytes.toString('base64url'), codeHash: hashOf(bytes) };
}

/** Undefined for what was never one of ours. */
export function readCode(code: string): Buffer | undefined {
  const bytes = Buffer.from(code, 'base64url');
  return bytes.length === CODE_BYTES && bytes.toString('base64url') === code ? hashOf(bytes) : undefined;
}
