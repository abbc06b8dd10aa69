// Two nodes with different builds behind one balancer: each serves the files of both.
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { serveAssets } from './assets.ts';

async function twoBuilds() {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-assets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const builds = { old: ['page-a1.js', 'style-a2.css', 'font-1.woff2'], new: ['page-b1.js', 'style-b2.css', 'font-1.woff2'] };
  for (const [build, names] of Object.entries(builds)) {
    await mkdir(join(folder, build));
    for (const name of names) await writeFile(join(folder, build, name), `content of ${name}`);
  }
  const shared = join(folder, 'shared');
  const node = async (build: keyof typeof builds) => {
    const app = fastify();
    onTestFinished(() => app.close());
    await serveAssets(app, { folders: [join(folder, build)], shared }, {});
    return (name: string) => app.inject({ url: `/assets/${name}` });
  };
  return { shared, node, names: [...builds.old, ...builds.new] };
}

test('old and new node with a shared folder: each serves all files of both builds', async () => {
  const { node, names } = await twoBuilds();
  const nodes = [await node('old'), await node('new')];
  for (const get of nodes)
    for (const name of names) {
      const { statusCode, body, headers } = await get(name);
      expect([statusCode, body, headers['cache-control']]).toEqual([200, `content of ${name}`, 'public, max-age=31536000, immutable']);
    }
});

test('shared folder: names outside of it are not found, and files of builds that are long gone are removed', async () => {
  const { shared, node } = await twoBuilds();
  const get = await node('old');
  for (const name of ['nothing.js', '..%2Fnew%2Fpage-b1.js', '%2Fetc%2Fpasswd', 'constructor'])
    expect((await get(name)).statusCode).toBe(404);
  const long = new Date(Date.now() - 40 * 86_400_000);
  await writeFile(join(shared, 'page-old.js'), '');
  for (const name of ['page-old.js', 'page-a1.js']) await utimes(join(shared, name), long, long);
  await node('old');
  expect((await readdir(shared)).sort()).toEqual(['font-1.woff2', 'page-a1.js', 'style-a2.css']);
});
