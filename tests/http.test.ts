// Tests of sendRaw: how each kind of response ends.
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawRequest, sendRaw } from './support/http.ts';

const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (chunk) => {
    const path = chunk.toString().split(' ')[1] ?? '';
    if (path === '/length') socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello');
    if (path === '/chunked') socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n');
    if (path === '/empty') socket.write('HTTP/1.1 204 No Content\r\n\r\n');
    if (path === '/closes') socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    if (path === '/resets') socket.resetAndDestroy();
  });
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test.for([
  { path: '/length', status: 200, end: 'whole', body: 'hello' },
  { path: '/chunked', status: 200, end: 'whole', body: '2\r\nhi\r\n0\r\n\r\n' },
  { path: '/empty', status: 204, end: 'whole', body: '' },
  { path: '/closes', status: 400, end: 'closed', body: '' },
  { path: '/resets', status: 0, end: 'closed', body: '' },
  { path: '/silent', status: 0, end: 'silence', body: '' },
])('sendRaw: $path ends with $end', async ({ path, ...expected }) => {
  const options = expected.end === 'silence' ? { patienceMs: 100 } : {};
  const answer = await sendRaw(origin, rawRequest(`GET ${path} HTTP/1.1`, 'Host: shop', '', ''), options);
  expect(answer).toMatchObject(expected);
});
