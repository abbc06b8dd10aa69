// Two nodes with different builds behind one balancer: each serves the files of both.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { onTestFinished } from 'vitest';
import { serveAssets } from '#platform/assets/assets.ts';
import { compressAssets } from '#platform/assets/compress.ts';
import { createDatabaseAssets } from '#platform/assets/shared-assets.ts';
import { makeLog } from '#platform/logging/log.ts';
import { ageSharedAssets } from './support/rows/database.ts';
import { expect, type Shop, shop, test } from './support/shop.ts';

const log = makeLog({ level: 'silent', readable: false });

async function twoBuilds({ ctx }: Shop) {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-assets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const builds = { old: ['page-a1.js', 'style-a2.css', 'font-1.woff2'], new: ['-page-b1.js', 'style-b2.css', 'font-1.woff2'] };
  for (const [build, names] of Object.entries(builds)) {
    await mkdir(join(folder, build));
    for (const name of names) await writeFile(join(folder, build, name), `content of ${name}`);
    await compressAssets(join(folder, build));
  }
  const shared = createDatabaseAssets(ctx.db.pool, 'client');
  const node = async (build: keyof typeof builds) => {
    const app = fastify();
    onTestFinished(() => app.close());
    await serveAssets(app, { folders: [join(folder, build)], shared, log }, {});
    return (name: string, encoding = 'identity') => app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': encoding } });
  };
  return { shared, node, names: [...builds.old, ...builds.new] };
}

test('old and new node with one database: each serves all files of both builds', async ({ shop }) => {
  const { node, names } = await twoBuilds(shop);
  // All at once, as nodes that are started together.
  const nodes = await Promise.all([node('old'), node('new'), node('new')]);
  for (const get of nodes)
    for (const name of names) {
      const { statusCode, body, headers } = await get(name);
      expect([statusCode, body, headers['cache-control']]).toEqual([200, `content of ${name}`, 'public, max-age=31536000, immutable']);
      expect((await get(name, 'br')).headers['content-encoding']).toBe(name.endsWith('.woff2') ? undefined : 'br');
    }
  const [get] = nodes;
  for (const name of ['nothing.js', '..%2Fnew%2Fpage-b1.js', '%2Fetc%2Fpasswd', 'constructor', '-page-b1.js.br'])
    expect((await get?.(name))?.statusCode).toBe(404);
});

const UNUSED_DAYS = 8;

test('shared files that no node has used for a week are removed', async ({ shop }) => {
  const { shared, node } = await twoBuilds(shop);
  const [gone, own] = ['page-gone.js.br', 'page-a1.js.br'];
  await shared.publish(new Map([gone, own].map((name) => [name, Buffer.from(name)])));
  await ageSharedAssets(shop, [gone, own], UNUSED_DAYS);
  await node('old');
  expect(await shared.read(gone)).toBeUndefined();
  expect(await shared.read(own)).toBeDefined();
});

test('shop with a database of its own: publishes its assets, and serves those of another build to pages of both apps', async () => {
  // The connection of the test is used.
  await using node = await shop({ environment: { DATABASE_URL: 'postgres://localhost/any' } });
  for (const [app, url] of [
    ['client', node.urls.storefront],
    ['desk', node.urls.desk],
  ] as const) {
    const shared = createDatabaseAssets(node.ctx.db.pool, app);
    const [name = ''] = (await (await fetch(url)).text()).match(/(?<=\/assets\/)[\w.-]+\.js/) ?? [];
    expect(await shared.read(`${name}.br`)).toBeDefined();
    await shared.publish(new Map([['page-of-another-build.woff2', Buffer.from(app)]]));
    expect(await (await fetch(`${url}/assets/page-of-another-build.woff2`)).text()).toBe(app);
  }
});

test('compressed build: each encoding has its length', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-assets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'a.js'), Array.from({ length: 400 }, (_, number) => `export const name${number} = 1;`).join('\n'));
  await compressAssets(folder);
  const app = fastify();
  onTestFinished(() => app.close());
  await serveAssets(app, { folders: [folder], log }, {});
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { headers, rawPayload } = await app.inject({ url: '/assets/a.js', headers: { 'accept-encoding': encoding } });
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
  }
});
