import { createServer } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRequest, sendRaw } from '../../../tests/support/http.ts';
import { openRepeatedResponses, type RepeatedResponses } from './repeated-responses.ts';
import { sendBytes } from './send-bytes.ts';

const state = { version: '1', isOn: true, handled: 0, counted: [] as string[] };
let app: FastifyInstance;
let url: string;
let repeated: RepeatedResponses;

beforeAll(async () => {
  let ids = 0;
  repeated = openRepeatedResponses({
    version: () => state.version,
    newId: () => `repeated-${ids++}`,
    isOn: () => state.isOn,
    onRepeated: (_id, { route }) => state.counted.push(route),
  });
  app = Fastify({
    serverFactory: (handle) => createServer((request, response) => void (repeated.answer(request, response) || handle(request, response))),
  });
  app.get('/pages/:name', (request, reply) => {
    state.handled++;
    const text = `${state.version} ${request.url} ${request.headers.cookie ?? ''} ${request.headers['accept-language'] ?? ''}`;
    const bytes = { body: Buffer.from(text), headers: { 'content-length': text.length, 'content-type': 'text/plain', etag: '"1"' } };
    const more = { 'set-cookie': ['a=1', 'b=2'] };
    repeated.remember(request, bytes, more);
    return sendBytes(request, reply, bytes, { status: 200, more });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`;
});
afterAll(() => app.close());

/** How many of two equal requests reached Fastify. */
async function countHandled(...lines: readonly string[]): Promise<number> {
  const before = state.handled;
  for (let time = 0; time < 2; time++) await sendRaw(url, rawRequest(...lines, 'Connection: close', '', ''));
  return state.handled - before;
}

describe('repeated response', () => {
  test('has the bytes and headers of the first, but an id of its own', async () => {
    const answers: Response[] = [];
    for (let time = 0; time < 3; time++) answers.push(await fetch(`${url}/pages/one`));
    const [first, second, third] = await Promise.all(
      answers.map(async (answer) => ({ status: answer.status, headers: [...answer.headers], text: await answer.text() })),
    );
    const withoutId = (answer: typeof first) => ({
      ...answer,
      headers: answer?.headers.filter(([name]) => name !== 'x-request-id' && name !== 'date'),
    });
    expect(withoutId(second)).toEqual(withoutId(first));
    expect(second?.headers.filter(([name]) => name === 'set-cookie')).toHaveLength(2);
    expect(new Set([first, second, third].map((answer) => new Map(answer?.headers).get('x-request-id'))).size).toBe(3);
    expect(state.counted).toEqual(['/pages/:name', '/pages/:name']);
  });

  test.for([
    ['plain request', 1, ['GET /pages/a HTTP/1.1', 'Host: shop']],
    ['cookie and language', 1, ['GET /pages/b HTTP/1.1', 'host: shop', 'Cookie: locale=es', 'Accept-Language: es']],
    ['condition', 2, ['GET /pages/c HTTP/1.1', 'Host: shop', 'If-None-Match: "1"']],
    ['body', 2, ['GET /pages/d HTTP/1.1', 'Host: shop', 'Content-Length: 0']],
    ['chunked body', 2, ['GET /pages/e HTTP/1.1', 'Host: shop', 'Transfer-Encoding: chunked', '', '0']],
    ['HEAD', 2, ['HEAD /pages/f HTTP/1.1', 'Host: shop']],
    ['HTTP/1.0', 2, ['GET /pages/g HTTP/1.0', 'Host: shop']],
    ['very long cookie', 2, ['GET /pages/h HTTP/1.1', 'Host: shop', `Cookie: a=${'b'.repeat(2_000)}`]],
  ] as const)('%s: Fastify handles %i of two', async ([, handled, lines]) => {
    expect(await countHandled(...lines)).toBe(handled);
  });

  test('is not sent for a second Host header', async () => {
    await countHandled('GET /pages/host HTTP/1.1', 'Host: shop');
    expect(await countHandled('GET /pages/host HTTP/1.1', 'Host: shop', 'Host: other')).toBe(2);
  });

  test('differs by address, cookie, language and encoding', async () => {
    const texts = new Set<string>();
    const variants = [{}, { cookie: 'locale=es' }, { cookie: 'locale=jp' }, { 'accept-language': 'es' }];
    for (const path of ['/pages/v', '/pages/v?lang=es'])
      for (const headers of variants) for (let time = 0; time < 2; time++) texts.add(await (await fetch(url + path, { headers })).text());
    expect(texts.size).toBe(8);
  });

  test('is forgotten with a new version, when dropped, and not sent while switched off', async () => {
    const text = async () => (await fetch(`${url}/pages/new`)).text();
    await text();
    state.version = '2';
    expect(await text()).toMatch(/^2/);
    const before = state.handled;
    await text();
    expect(state.handled).toBe(before);
    state.isOn = false;
    await text();
    state.isOn = true;
    repeated.drop();
    await text();
    expect(state.handled).toBe(before + 2);
  });
});
