// Two nodes with different builds behind one balancer: each serves the files of both.
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { onTestFinished } from 'vitest';
import { makeLog } from '#platform/logging/log.ts';
import { serveAssets } from '#platform/web/assets.ts';
import { compressAssets } from '#platform/web/builds/compress.ts';
import { databaseAssets, folderAssets, type SharedAssets } from '#platform/web/shared-assets.ts';
import { ageSharedAssets } from './support/rows/database.ts';
import { expect, type Shop, shop, test } from './support/shop.ts';

const log = makeLog({ level: 'silent', readable: false });

async function twoBuilds(store: (folder: string) => SharedAssets) {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-assets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const builds = { old: ['page-a1.js', 'style-a2.css', 'font-1.woff2'], new: ['-page-b1.js', 'style-b2.css', 'font-1.woff2'] };
  for (const [build, names] of Object.entries(builds)) {
    await mkdir(join(folder, build));
    for (const name of names) await writeFile(join(folder, build, name), `content of ${name}`);
    await compressAssets(join(folder, build));
  }
  const shared = store(join(folder, 'shared'));
  const node = async (build: keyof typeof builds) => {
    const app = fastify();
    onTestFinished(() => app.close());
    await serveAssets(app, { folders: [join(folder, build)], shared, log }, {});
    return (name: string, encoding = 'identity') => app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': encoding } });
  };
  return { folder: join(folder, 'shared'), node, names: [...builds.old, ...builds.new] };
}

const stores: Readonly<Record<string, (shop: Shop, folder: string) => SharedAssets>> = {
  folder: (_, folder) => folderAssets(folder),
  database: ({ ctx }) => databaseAssets(ctx.db.pool, 'client'),
};

test.for(Object.entries(stores))('old and new node with a shared %s: each serves all files of both builds', async ([, store], { shop }) => {
  const { node, names } = await twoBuilds((folder) => store(shop, folder));
  // Both at once, as members of one process do.
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

/** Makes these look as if no node had used them for long. */
const agings: Readonly<Record<keyof typeof stores, (shop: Shop, folder: string, names: readonly string[]) => Promise<unknown>>> = {
  folder: async (_, folder, names) => {
    const long = new Date(Date.now() - UNUSED_DAYS * 86_400_000);
    for (const name of names) await utimes(join(folder, name), long, long);
  },
  database: (shop, _, names) => ageSharedAssets(shop, names, UNUSED_DAYS),
};

test.for(Object.entries(stores))('shared %s: files that no node has used for a week are removed', async ([kind, store], { shop }) => {
  const { folder, node } = await twoBuilds((each) => store(shop, each));
  const shared = store(shop, folder);
  const [gone, own] = ['page-gone.js.br', 'page-a1.js.br'];
  await shared.publish(new Map([gone, own].map((name) => [name, Buffer.from(name)])));
  await agings[kind]?.(shop, folder, [gone, own]);
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
    const shared = databaseAssets(node.ctx.db.pool, app);
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
