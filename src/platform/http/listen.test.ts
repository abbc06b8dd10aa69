// Closing a port behind a proxy.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { closeServer } from './listen.ts';

const REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';

test('stop after a drain: the port is closed first, a request on an idle connection is answered', async () => {
  const app = Fastify().get('/', () => 'here');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const kept = connect(port, '127.0.0.1').setEncoding('utf8');
  const ended = once(kept, 'close');
  kept.write(REQUEST);
  expect((await once(kept, 'data'))[0]).toMatch(/^HTTP\/1.1 200 /);
  const closed = closeServer(app, readConfig({ DRAIN_SECONDS: '1' }).config);
  await expect.poll(() => app.server.listening).toBe(false);
  const [refused] = await once(connect(port, '127.0.0.1'), 'error');
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
  kept.write(REQUEST);
  expect((await once(kept, 'data'))[0]).toMatch(/^HTTP\/1.1 200 /);
  await closed;
  await ended;
});
