// Idempotency keys: the same request with the same key gets the same answer.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Message, UserError } from '#lib/user-error.ts';

const messages = {
  key: /*i18n*/ { id: 'idempotency.key', message: 'The Idempotency-Key must be 1 to 255 visible ASCII characters.' },
  otherBody: /*i18n*/ { id: 'idempotency.otherBody', message: 'This Idempotency-Key was already used with a different request.' },
} as const satisfies Record<string, Message>;

export type IdempotencyKey = { readonly key: string; readonly bodyHash: Buffer };

/** `input`: the parsed input, so that different spellings of the same payload count as the same request. */
export function readIdempotencyKey({ headers }: FastifyRequest, input: unknown): IdempotencyKey | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw new UserError(400, { '': [messages.key] });
  return { key, bodyHash: createHash('sha256').update(JSON.stringify(input)).digest() };
}

export const createKeyReusedError = (): UserError => new UserError(400, { '': [messages.otherBody] });
