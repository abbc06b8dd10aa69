import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerEarly, EarlyAnswer } from './early-responses.ts';
import { isOneRequest, plainGetOf } from './whole-request.ts';

/** What Node handled, in order. */
const handled: string[] = [];
const big = Buffer.alloc(20_000_000, 'x');
let server: Server;
let early: ReturnType<typeof answerEarly>;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.setEncoding('latin1');
    let body = '';
    request.on('data', (text: string) => (body += text));
    request.on('end', () => {
      handled.push(`${request.method} ${request.url}${body && ` ${body}`}`);
      response.end(`node ${request.url}`);
    });
  });
  const answers = new Map([
    ['/early', new EarlyAnswer(['Content-Length', '4'], Buffer.from('soon'), 5)],
    ['/big', new EarlyAnswer(['Content-Length', String(big.length)], big, 5)],
  ]);
  early = answerEarly(server, ({ url = '' }) => answers.get(url)?.with('an-id'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

const get = (path: string, ...more: string[]): string => [`GET ${path} HTTP/1.1`, 'Host: shop', ...more, '', ''].join('\r\n');
const post = (body: string, length = body.length): string =>
  ['POST /form HTTP/1.1', 'Host: shop', `Content-Length: ${length}`, '', body].join('\r\n');

/** Sends chunks over one connection, each when the answers to those before have come. Returns what Node handled, and the text of all answers. */
async function exchange(chunks: readonly (readonly [bytes: string, answersAfter: number])[]): Promise<{ atNode: string[]; text: string }> {
  handled.length = 0;
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect(port, '127.0.0.1').setNoDelay(true);
  const [socket] = await accepted;
  let text = '';
  let sent = 0;
  client.on('data', (chunk: Buffer) => (text += chunk.toString()));
  for (const [bytes, answersAfter] of chunks) {
    client.write(bytes);
    sent += bytes.length;
    while (socket.bytesRead < sent || text.split('HTTP/1.1 ').length - 1 < answersAfter) await turn();
  }
  client.destroy();
  return { atNode: [...handled], text };
}

describe('answer before the parser', () => {
  test('is sent for whole requests after the first of a connection', async () => {
    const { atNode, text } = await exchange([
      [get('/early'), 1],
      [get('/early'), 2],
      [get('/other'), 3],
      [get('/early', 'Connection: keep-alive'), 4],
      [post('a=1'), 5],
      [get('/early'), 6],
    ]);
    expect(atNode).toEqual(['GET /early', 'GET /other', 'POST /form a=1']);
    expect(text.match(/soon/g)).toHaveLength(3);
    expect(text).toMatch(
      /x-request-id: an-id *\r\nDate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\nsoon/,
    );
  });

  test.for<[string, readonly (readonly [string, number])[], readonly string[]]>([
    [
      'the body of another request',
      [
        [post('', get('/early').length), 1],
        [get('/early'), 2],
      ],
      [`POST /form ${get('/early')}`],
    ],
    [
      'the rest of a body',
      [
        [post('a=1', 3 + get('/early').length), 1],
        [get('/early'), 2],
      ],
      [`POST /form a=1${get('/early')}`],
    ],
    [
      'in one chunk with another',
      [
        [get('/other') + get('/early'), 3],
        [get('/early'), 4],
      ],
      ['GET /other', 'GET /early', 'GET /early'],
    ],
    [
      'in two chunks',
      [
        [get('/early').slice(0, 30), 1],
        [get('/early').slice(30), 2],
        [get('/early'), 3],
      ],
      ['GET /early', 'GET /early'],
    ],
    ['the last request of a connection', [[get('/early', 'Connection: close'), 2]], ['GET /early']],
  ])('is not sent for %s', async ([, chunks, atNode]) => {
    expect((await exchange([[get('/first'), 1], ...chunks])).atNode).toEqual(['GET /first', ...atNode]);
  });

  test('is known to be unsent until a slow client has read it', async () => {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const client = connect(port, '127.0.0.1');
    const [socket] = await accepted;
    client.write(get('/first'));
    await once(client, 'data');
    client.pause();
    client.write(get('/big'));
    while (socket.writableLength === 0) await turn();
    let isSent = false;
    const unsent = early.unsent().then(() => (isSent = true));
    await turn();
    expect(isSent).toBe(false);
    let bytes = 0;
    client.on('data', (chunk: Buffer) => (bytes += chunk.length));
    client.resume();
    await unsent;
    while (bytes < big.length) await turn();
    client.destroy();
  });
});

test('bytes that are still being sent do not change with the next answer', () => {
  const answer = new EarlyAnswer([], Buffer.from('body'), 5);
  const first = answer.with('one').bytes;
  answer.replaceBytes();
  answer.with('two');
  expect(first.toString()).toContain('x-request-id: one');
  expect(answer.bytes.toString()).toContain('x-request-id: two');
});

test.for([
  ['a space before a colon', get('/a', 'Cookie : a=1')],
  ['a folded line', get('/a', 'Cookie: a', ' b')],
  ['a bare line feed', get('/a', 'Cookie: a\nHost: other')],
  ['a byte beyond ASCII', get('/a', 'Cookie: é')],
  ['no header', 'GET /a HTTP/1.1\r\n\r\n'],
  ['an absolute address', get('http://shop/a')],
  ['another version', get('/a').replace('1.1', '1.0')],
  ['another method', get('/a').replace('GET', 'HEAD')],
  ['a connection that is closed', get('/a', 'connection: close')],
  ['a byte too many', `${get('/a')}G`],
])('plain GET: %s is left to Node', ([, text = '']) => {
  expect(plainGetOf(text)).toBeUndefined();
});

test('plain GET: address and headers are those that Node reports', () => {
  expect(plainGetOf(get('/a?b=c', 'Cookie:  a=1; b="2" ', 'X: '))).toEqual({
    method: 'GET',
    url: '/a?b=c',
    httpVersion: '1.1',
    rawHeaders: ['Host', 'shop', 'Cookie', 'a=1; b="2"', 'X', ''],
  });
});

test.for([
  [true, 'a GET', get('/a')],
  [true, 'a POST with its body', post('a=1')],
  [false, 'a POST without its body', post('', 3)],
  [false, 'a POST and more', `${post('a=1')}b`],
  [false, 'two lengths', post('a=1').replace('Host: shop', 'Content-Length: 3')],
  [false, 'a length that is no number', post('a=1').replace(': 3', ': +3')],
  [false, 'chunks', post('0\r\n\r\n').replace('Content-Length: 5', 'Transfer-Encoding: chunked')],
  [false, 'an upgrade', get('/a', 'Upgrade: h2c')],
  [false, 'a tunnel', get('/a').replace('GET', 'CONNECT')],
  [false, 'nothing', ''],
] as const)('one whole request: %s for %s', ([isWhole, , text]) => {
  expect(isOneRequest(text)).toBe(isWhole);
});
