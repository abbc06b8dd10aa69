// nginx with the configuration of ops/nginx, and behind it a server that notes what it gets.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { hasNginx, type Nginx, startNginx } from './nginx.ts';

export const BROWSER = { 'accept-language': 'en-GB,en;q=0.9', 'accept-encoding': 'gzip, deflate, br, zstd' };

/** The requests that came through nginx, without those of earlier tests. */
export const got: IncomingMessage[] = [];
type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;
export const server: { nginx: Nginx; answer: Answer } = { nginx: undefined as unknown as Nginx, answer: () => undefined };

export const nginxTest = test.skipIf(!hasNginx);

/** Headers of a page that may be repeated. */
export const page = (headers: Readonly<Record<string, string | string[]>> = {}) => ({
  'content-type': 'text/html',
  'cache-control': 'private, no-cache',
  vary: 'Cookie, Accept-Language, Accept-Encoding',
  'x-request-id': `shop-${got.length}`,
  'x-accel-expires': '60',
  ...headers,
});

export const says =
  (text: string, headers: Readonly<Record<string, string | string[]>> = {}): Answer =>
  (_request, response) =>
    response.writeHead(200, page(headers)).end(text);

let minute = 0;
/** From now on, nothing is stored. */
export const nextMinute = (): void => void minute++;
export const thisMinute = (): string => String(minute).padStart(5, '0');
type Headers = Readonly<Record<string, string | readonly string[]>>;
export const get = (path: string, headers: Headers = {}, method = 'GET') =>
  server.nginx.get(path, { 'x-test-minute': thisMinute(), ...headers }, method);

export function openStandIn(): void {
  const counting = createServer((request, response) => {
    got.push(request);
    request.resume().on('end', () => server.answer(request, response));
  });
  beforeAll(async () => {
    if (!hasNginx) console.warn('Not run: nginx or openssl is not installed (apt-get install nginx-light openssl).');
    if (!hasNginx) return;
    counting.listen(0, '127.0.0.1');
    await once(counting, 'listening');
    server.nginx = await startNginx(`http://127.0.0.1:${(counting.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    await server.nginx?.stop();
    counting.closeAllConnections();
    counting.close();
  });
  beforeEach(() => {
    nextMinute();
    got.length = 0;
    server.answer = says('page', { etag: '"0"' });
  });
}
