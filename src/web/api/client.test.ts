import { describe, expect, test } from 'vitest';
import { requestOf } from './client.ts';

describe('request of an API call', () => {
  test('key of the table: method and path', () => {
    const { address, init } = requestOf('POST /api/prices', { currency: 1 }, { base: '', token: undefined });
    expect(address).toBe('/api/prices');
    expect(init).toEqual({
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      credentials: 'include',
      body: '{"currency":1}',
    });
  });

  test('token and idempotency key: sent as headers', () => {
    const { address, init } = requestOf('POST /api/prices', {}, { base: 'https://api.example', token: 'T', idempotencyKey: 'K' });
    expect(address).toBe('https://api.example/api/prices');
    expect(init.headers).toMatchObject({ authorization: 'Bearer T', 'idempotency-key': 'K' });
  });

  test('GET: input goes into the query, without undefined values', () => {
    const { address, init } = requestOf(
      'GET /api/x' as 'POST /api/prices',
      { code: 'a b', before: undefined },
      { base: '', token: undefined },
    );
    expect(address).toBe('/api/x?code=a+b');
    expect(init.body).toBeUndefined();
  });
});
