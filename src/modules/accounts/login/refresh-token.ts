// The refresh token: 16 bytes that stay the same for a session and find its row, and 32 that change with every use. Only hashes of both are kept.
// The next secret follows from the one that was presented and a salt that the row keeps, so within the grace the same successor can be given again,
// and neither the database nor a stolen old token alone tells it.
import { createHmac, randomBytes } from 'node:crypto';

const SELECTOR_BYTES = 16;
const SECRET_BYTES = 32;
const SALT_BYTES = 32;

export type RefreshToken = { readonly selector: Buffer; readonly secret: Buffer };

export const newRefreshToken = (): RefreshToken => ({ selector: randomBytes(SELECTOR_BYTES), secret: randomBytes(SECRET_BYTES) });

export const writeRefreshToken = ({ selector, secret }: RefreshToken): string => Buffer.concat([selector, secret]).toString('base64url');

/** Undefined for what was never one of ours. */
export function readRefreshToken(text: string): RefreshToken | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== SELECTOR_BYTES + SECRET_BYTES || bytes.toString('base64url') !== text) return undefined;
  return { selector: bytes.subarray(0, SELECTOR_BYTES), secret: bytes.subarray(SELECTOR_BYTES) };
}

export const newSalt = (): Buffer => randomBytes(SALT_BYTES);

export const successorOf = ({ selector, secret }: RefreshToken, salt: Buffer): RefreshToken => ({
  selector,
  secret: createHmac('sha256', secret).update(salt).update(selector).digest(),
});
