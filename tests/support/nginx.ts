// nginx with the configuration of ops/nginx: only its paths, ports and upstream are others, and the minute of
// the key is the test's.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patience } from './patience.ts';
import { freePorts } from './process.ts';

const HOST = 'shop.localhost';
const configuration = readFileSync(join(import.meta.dirname, '../../ops/nginx/nginx.conf'), 'utf8');

export const hasNginx = [['nginx', '-v'] as const, ['openssl', 'version'] as const].every(
  ([tool, argument]) => spawnSync(tool, [argument]).status === 0,
);

export type Nginx = {
  /** The same servers without TLS. */
  readonly plain: string;
  readonly tls: string;
  readonly authority: Buffer;
  readonly log: () => string;
  /** Of the cache, for each request in the log. */
  readonly states: () => readonly string[];
  get(path: string, headers?: Headers, method?: string): Promise<NginxAnswer>;
  stop(): Promise<void>;
};
type Headers = Readonly<Record<string, string | readonly string[]>>;
export type NginxAnswer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

/** Each text that is replaced must be there. */
function replaceAll(pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`ops/nginx/nginx.conf has no ${from}`);
    return text.replaceAll(from, to);
  }, configuration);
}

export async function startNginx(upstream: string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-nginx-'));
  const [tls = 0, plain = 0] = await freePorts(2);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key.pem'];
  const names = ['-subj', '/CN=test', '-addext', `subjectAltName=DNS:${HOST},DNS:desk.localhost`, '-out', 'certificate.pem'];
  execFileSync('openssl', ['req', '-x509', ...key, ...names], { cwd: folder, stdio: 'ignore' });
  const authority = readFileSync(join(folder, 'certificate.pem'));
  writeFileSync(join(folder, 'shop.pem'), Buffer.concat([authority, readFileSync(join(folder, 'key.pem'))]));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  const text = replaceAll([
    ['worker_processes auto', 'worker_processes 1'],
    ['/run/', `${folder}/`],
    ['/var/log/nginx/', `${folder}/`],
    ['buffer=64k flush=1s', ''],
    ['/var/cache/', `${folder}/`],
    ['/certificates/', `${folder}/`],
    ['http {', ['http {', ...temporary].join('\n')],
    ['server proxy:8080', `server ${new URL(upstream).host.replace('localhost', '127.0.0.1')}`],
    ['listen 8443 ssl http2 default_server', `listen 127.0.0.1:${plain} default_server; listen 127.0.0.1:${tls} ssl http2 default_server`],
    ['listen 8443 ssl http2;', `listen 127.0.0.1:${plain}; listen 127.0.0.1:${tls} ssl http2;`],
    // The host of the requests in framing.ts.
    ['server_name shop.localhost', 'server_name shop.localhost shop'],
    ['map $time_iso8601 $minute', 'map "2026-11-28T$http_x_test_minute:00+00:00" $minute'],
  ]);
  writeFileSync(join(folder, 'nginx.conf'), text);
  const directives = `daemon off;${process.getuid?.() === 0 ? ' user root;' : ''}`;
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log'), '-g', directives], {
    stdio: 'ignore',
  });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const get: Nginx['get'] = (path, headers = {}, method = 'GET') => ask({ port: plain, path, method, headers: { host: HOST, ...headers } });
  // Of a host that is not served, so that the server behind it gets nothing.
  const waits = { timeout: patience(30_000), interval: 20 };
  await vi
    .waitFor(async () => expect((await get('/', { host: 'other' })).status).toBe(421), waits)
    .catch((error: unknown) => {
      throw new Error(`nginx does not answer: ${read('error.log')}`, { cause: error });
    });
  return {
    plain: `http://127.0.0.1:${plain}`,
    tls: `https://127.0.0.1:${tls}`,
    authority,
    log: () => read('access.log'),
    states: () => Array.from(read('access.log').matchAll(/s (\S+) \S+$/gm), ([, state = '']) => state),
    get,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Asked = { readonly port: number; readonly path: string; readonly method: string; readonly headers: Headers };

/** Each request has a connection of its own, and no header that it does not name. */
async function ask({ headers, ...address }: Asked): Promise<NginxAnswer> {
  const sent = request({ host: '127.0.0.1', agent: false, ...address, headers: headers as IncomingHttpHeaders });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await Array.fromAsync<Buffer>(answer)).toString();
  return { status: answer.statusCode ?? 0, headers: answer.headers, body };
}

// nginx with the configuration of ops/nginx, and behind it a server that notes what it gets.

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
