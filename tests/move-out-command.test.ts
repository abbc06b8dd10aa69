// npm run move-out, against the database of a running shop.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { root } from '#platform/paths.ts';
import { operating } from './support/desk.ts';
import { dataFolder } from './support/process.ts';
import { createSale } from './support/sales.ts';
import { expect, test } from './support/shop.ts';

test('a shop with an invoice of its own is written with the invoice as PDF', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  expect((await createSale(manager)).status).toBe(200);
  const data = dataFolder();
  const folder = join(data.path, 'out');
  const { status, stderr } = spawnSync(process.execPath, ['--require', './check-node.cjs', 'scripts/run.cjs', 'move-out', '--to', folder], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'test', DATA_DIR: data.path },
      DATABASE_URL: formatConnectionUrl(shop.connection as Parameters<typeof formatConnectionUrl>[0]),
    },
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(readdirSync(folder, { recursive: true })).toContainEqual(expect.stringMatching(/\.pdf$/));
  data.drop();
});
