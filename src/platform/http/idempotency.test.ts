import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createKeyReusedError, readIdempotencyKey } from './idempotency.ts';

const read = (key: unknown, input: unknown = {}) =>
  readIdempotencyKey({ headers: key === undefined ? {} : { 'idempotency-key': key } } as unknown as FastifyRequest, input);

describe('idempotency key', () => {
  test.each([['k'], ['!~'], ['k'.repeat(255)]])('%s: accepted as it was sent', (key) => {
    expect(read(key)?.key).toBe(key);
  });

  test.each([[''], ['two words'], ['k'.repeat(256)], ['schlüssel'], ['k\n'], ['\nk'], [['a', 'b']]])('%o: refused with 400', (key) => {
    expect(() => read(key)).toThrow(
      expect.objectContaining({ status: 400, errors: { '': [expect.objectContaining({ id: 'idempotency.key' })] } }),
    );
  });

  test('without a key: undefined', () => expect(read(undefined)).toBeUndefined());

  test('body: the same input has the same hash of 32 bytes, another input has another', () => {
    const hash = (input: unknown) => read('k', input)?.bodyHash.toString('hex');
    expect(hash({ a: 1 })).toBe(hash({ a: 1 }));
    expect(hash({ a: 1 })).toHaveLength(64);
    expect(new Set([{ a: 1 }, { a: 2 }, { a: '1' }, [1], null].map(hash)).size).toBe(5);
  });

  test('key of another request: 400 that says so', () => {
    expect(createKeyReusedError()).toMatchObject({ status: 400, errors: { '': [{ id: 'idempotency.otherBody' }] } });
  });
});
