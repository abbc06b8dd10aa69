import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NETWORK_ERROR } from '#ui/api-error.ts';
import { call, requestOf } from './client.ts';

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

describe('connection that breaks', () => {
  beforeEach(() => void vi.stubGlobal('document', { getElementById: () => null }));
  afterEach(() => vi.unstubAllGlobals());

  /** Firefox breaks off a response that a page still reads when it is left. */
  const broken = () => new Response(new ReadableStream({ start: (body) => body.error(new DOMException('', 'AbortError')) }));

  test.for([
    ['before the response', () => Promise.reject(new TypeError())],
    ['in the middle of the response', async () => broken()],
  ] as const)('%s: a network error', async ([, fetch]) => {
    vi.stubGlobal('fetch', fetch);
    await expect(call('POST /api/prices', { currency: 1 })).rejects.toMatchObject({ name: 'Refused', status: NETWORK_ERROR });
  });

  test('call that was aborted: the reason of the browser', async () => {
    vi.stubGlobal('fetch', async () => broken());
    const sent = call('POST /api/prices', { currency: 1 }, { signal: AbortSignal.abort() });
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
  });
});
