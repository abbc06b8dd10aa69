// Codes that travel in mails: too long to be guessed, kept as a hash.
import { randomBytes } from 'node:crypto';
import type { Ground } from '../../infra/ground.ts';
import type { Message } from '../../lib/refusal.ts';
import { hashOf } from './refresh-token.ts';

const CODE_BYTES = 24;

const messages = {
  code: /*i18n*/ { id: 'account.code', message: 'This link has been used or is too old. Ask for a new one.' },
} as const satisfies Record<string, Message>;

/** Used, too old, another's, never given: whoever guesses learns nothing. */
export const codeMessage: Message = messages.code;

export function newCode(): { code: string; codeHash: Buffer } {
  const bytes = randomBytes(CODE_BYTES);
  return { code: bytes.toString('base64url'), codeHash: hashOf(bytes) };
}

export const confirmLink = ({ config }: Pick<Ground, 'config'>, code: string): string => `${config.shopUrl}/account/confirm?code=${code}`;

/** Undefined for what was never one of ours. */
export function readCode(code: string): Buffer | undefined {
  const bytes = Buffer.from(code, 'base64url');
  return bytes.length === CODE_BYTES && bytes.toString('base64url') === code ? hashOf(bytes) : undefined;
}
