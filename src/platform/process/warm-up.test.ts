import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { warmUp } from './warm-up.ts';

test('warm process: the connections of its pool were opened, and each page was rendered in each language', async () => {
  const asked: string[] = [];
  const server = createServer(({ url, headers }, response) => {
    asked.push(`${headers['accept-language']} ${url}`);
    if (url === '/broken') response.destroy();
    else response.end('page');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  let connections = 0;
  const query = async () => void connections++;
  const pool = { options: { max: 3 }, query } as unknown as pg.Pool;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await warmUp({ pool, url, paths: ['/', '/broken', '/faq'], languages: ['en', 'ja'] });
  expect(connections).toBe(3);
  expect(asked).toEqual(['en /', 'en /broken', 'en /faq', 'ja /', 'ja /broken', 'ja /faq']);
  server.close();
});
