// Files and desk: npm run seed publishes what changed in the files, never undoes the desk silently, and
// writes files that say the same.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportTexts } from '#modules/content/export.ts';
import { listNewestContent } from '#modules/content/queries.ts';
import { textFolders } from '#modules/content/shapes.ts';
import { root } from '#platform/paths.ts';
import { openedContent, openedSetting, operating, words } from './support/desk.ts';
import { seed } from './support/sample-shop.ts';
import { describe, expect, shop as openShop, type Shop, test } from './support/shop.ts';

const environment = { RATE_LIMITS: 'off' };

async function copyFolder(from: string) {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-seed-'));
  await cp(from, folder, { recursive: true });
  return {
    folder,
    async edit(file: string, from: string | RegExp, to: string): Promise<void> {
      const text = await readFile(join(folder, file), 'utf8');
      expect(text).toMatch(from);
      await writeFile(join(folder, file), text.replace(from, to));
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

const fetchPage = async (shop: Shop, path: string) => (await fetch(`${shop.urls.storefront}${path}`)).text();

test('what the desk has changed is refused with its fields, nothing else is published, and a reason publishes it all', async () => {
  await using shop = await openShop({ environment });
  await using own = await copyFolder('shop');
  const owner = await operating(shop, 'owner');
  const { body: file } = await owner.call('GET /api/catalogue/file', { file: 'quick-reads.yaml' });
  const offers = file.service?.offers.map((offer, index) => (index === 0 ? { ...offer, prices: { ...offer.prices, EUR: 2_700 } } : offer));
  const sent = { file: file.file, service: { ...file.service, offers }, from: file.number, why: 'from today' };
  expect((await owner.call('POST /api/catalogue/save', sent as never)).body.saved).toBe(true);
  const money = await openedSetting(shop, 'money');
  expect((await money.save({ deposits: { ...money.text.deposits, EUR: { least: 6, most: 70 } } })).body.saved).toBe(true);

  // The desk's changes alone are no reason to refuse.
  expect(await seed(shop, own.folder)).toContain('money.yaml has not changed since the desk wrote version 2, which stays live.');

  await own.edit('catalogue/quick-reads.yaml', /USD: 2900/, 'USD: 3000');
  await own.edit('money.yaml', 'NOK: { least: 50,', 'NOK: { least: 60,');
  await own.edit('brand.yaml', 'name: Fanfare', 'name: Eastlight');
  const refused = await seed(shop, own.folder);
  expect(refused).toContain(
    `${own.folder}/catalogue/quick-reads.yaml: the desk has changed offers.quick-reads-300.prices.EUR (version 2), and the file says something else.`,
  );
  expect(refused).toMatch(/money\.yaml: the desk has changed deposits\.EUR\.least, deposits\.EUR\.most \(version 2\)/);
  expect(refused).toMatch(/^Nothing was published\. .*--export FOLDER.*--force "reason"/m);
  expect(await fetchPage(shop, '/')).not.toContain('Eastlight');
  expect((await openedSetting(shop, 'money')).text.deposits.EUR).toEqual({ least: 6, most: 70 });

  const forced = await seed(shop, own.folder, '--force', 'prices of 2027');
  expect(forced).toContain('The catalogue was imported; it is live.');
  expect(forced).toMatch(/money\.yaml was imported and is live instead of version 2, which the desk wrote/);
  await expect.poll(() => fetchPage(shop, '/')).toContain('Eastlight');
  const after = await openedSetting(shop, 'money');
  expect(after.text.deposits.EUR).toEqual({ least: 5, most: 10000 });
  expect((await owner.call('GET /api/setting', { name: 'money' })).body.versions[0]).toMatchObject({
    number: 3,
    origin: 'file',
    why: 'prices of 2027',
    by: null,
  });
  expect(await seed(shop, own.folder)).toMatch(/^The catalogue is unchanged/);
  expect(await seed(shop, own.folder, '--force', ' ')).toContain('--force needs a reason');
});

test('what the desk has is exported into the files, and a later change of them is published', async () => {
  await using shop = await openShop({ environment });
  await using own = await copyFolder('shop');
  const home = await openedContent(shop, 'home');
  expect((await home.save({ ...home.text, title: words('Paper, cut by hand') })).status).toBe(200);
  const before = await readFile(join(own.folder, 'faq.yaml'), 'utf8');
  const exported = await seed(shop, own.folder, '--export', own.folder);
  expect(exported).toContain('1 files written, 0 removed.\nhome.yaml\n');
  expect(await readFile(join(own.folder, 'home.yaml'), 'utf8')).toContain('Paper, cut by hand');
  expect(await readFile(join(own.folder, 'faq.yaml'), 'utf8'), 'an equal file keeps its comments').toBe(before);
  await own.edit('home.yaml', 'Paper, cut by hand', 'Paper, cut by us');
  expect(await seed(shop, own.folder)).toContain('home.yaml was imported and is live.');
  await expect.poll(() => fetchPage(shop, '/')).toContain('Paper, cut by us');
});

describe.each(['shop', 'examples/shops/bureau', 'examples/shops/podcasts', 'examples/shops/studio'])('files of %s', (name) => {
  test('exported into an empty folder: they import as equal values', async () => {
    await using shop = await openShop(name === 'shop' ? { environment } : { environment, folder: join(root, name) });
    const folder = await mkdtemp(join(tmpdir(), 'fanfare-export-'));
    const { orm } = shop.ctx.db;
    const { written } = await exportTexts(orm, folder);
    expect(written.length).toBeGreaterThan(20);
    // What is no content stays with the files.
    await cp(join(root, name), folder, { recursive: true, force: false });
    const values = async () => {
      const rows = await Promise.all(textFolders.map((kind) => listNewestContent(orm, kind)));
      return rows
        .flat()
        .filter(({ value }) => value !== null)
        .map(({ file, value }) => [file, JSON.stringify(value)]);
    };
    const before = await values();
    await shop.sql('update owner_folder set seen_hash = $1', ['']);
    const output = await seed(shop, folder);
    expect(output).toMatch(/^The catalogue was imported|^The catalogue is unchanged/);
    expect(output).not.toMatch(/\.(yaml|md) was imported|: the desk has changed/);
    expect(await values()).toEqual(before);
    expect(await exportTexts(orm, folder)).toEqual({ written: [], removed: [] });
    await rm(folder, { recursive: true });
  });
});
