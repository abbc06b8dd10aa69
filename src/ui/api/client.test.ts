import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { uploadFile } from '../../account/features/brief/files/upload.ts';
import { NETWORK_ERROR } from './api-error.ts';
import { buildRequest, call } from './client.ts';
import { download } from './download.ts';

describe('request of an API call', () => {
  test('key of the table: method and path', () => {
    const { address, init } = buildRequest('POST /api/prices', { currency: 1 }, { base: '', token: undefined });
    expect(address).toBe('/api/prices');
    expect(init).toEqual({
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      credentials: 'include',
      body: '{"currency":1}',
    });
  });

  test('token and idempotency key: sent as headers', () => {
    const { address, init } = buildRequest('POST /api/prices', {}, { base: 'https://api.example', token: 'T', idempotencyKey: 'K' });
    expect(address).toBe('https://api.example/api/prices');
    expect(init.headers).toMatchObject({ authorization: 'Bearer T', 'idempotency-key': 'K' });
  });

  test('GET: input goes into the query, without undefined values', () => {
    const { address, init } = buildRequest(
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

test('files: from and to the API of another origin, with the token in a header', async () => {
  const sent: unknown[] = [];
  const tokens = new Map([['accessToken', 'T']]);
  vi.stubGlobal('window', { localStorage: { getItem: (key: string) => tokens.get(key) ?? null } });
  vi.stubGlobal('document', { getElementById: () => ({ dataset: { api: 'https://api.example' } }) });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push([address, new Headers(init.headers).get('authorization'), init.credentials]);
    return new Response('%PDF');
  });
  class Request {
    upload = {};
    status = 200;
    responseText = '{"id":"1"}';
    withCredentials = false;
    onload = (): void => undefined;
    readonly #head: string[] = [];
    open(_method: string, address: string) {
      this.#head.push(address);
    }
    setRequestHeader(name: string, value: string) {
      if (name === 'authorization') this.#head.push(value);
    }
    send() {
      sent.push([...this.#head, this.withCredentials ? 'include' : 'omit']);
      this.onload();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  try {
    await download('GET /api/files/content', { id: 'I' });
    await uploadFile(new File(['x'], 'a b.txt'), { onSent: () => undefined, signal: new AbortController().signal });
    expect(sent).toEqual([
      ['https://api.example/api/files/content?id=I', 'Bearer T', 'include'],
      ['https://api.example/api/files?name=a+b.txt', 'Bearer T', 'include'],
    ]);
  } finally {
    vi.unstubAllGlobals();
  }
});
