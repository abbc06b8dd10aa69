// Refresh tokens: a fixed selector that finds the session's row, and a secret that rotates. Only hashes of
// both are stored.
// The next secret is derived from the presented one and a stored salt, so concurrent refreshes within the
// grace period get the same successor.
import { createHmac, randomBytes } from 'node:crypto';

const SELECTOR_BYTES = 16;
const SECRET_BYTES = 32;
const SALT_BYTES = 32;

export type RefreshToken = { readonly selector: Buffer; readonly secret: Buffer };

export const createRefreshToken = (): RefreshToken => ({ selector: randomBytes(SELECTOR_BYTES), secret: randomBytes(SECRET_BYTES) });

export const writeRefreshToken = ({ selector, secret }: RefreshToken): string => Buffer.concat([selector, secret]).toString('base64url');

/** Undefined if the text is malformed. */
export function readRefreshToken(text: string): RefreshToken | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== SELECTOR_BYTES + SECRET_BYTES || bytes.toString('base64url') !== text) return undefined;
  return { selector: bytes.subarray(0, SELECTOR_BYTES), secret: bytes.subarray(SELECTOR_BYTES) };
}

export const createSalt = (): Buffer => randomBytes(SALT_BYTES);

export const deriveSuccessor = ({ selector, secret }: RefreshToken, salt: Buffer): RefreshToken => ({
  selector,
  secret: createHmac('sha256', secret).update(salt).update(selector).digest(),
});
