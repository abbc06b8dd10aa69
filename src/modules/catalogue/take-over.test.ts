// Tests the import of the owner's catalogue files: only if they changed, once, and completely or not at all.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { Currency } from '#lib/money/money.ts';
import { expect, type Shop, test } from '../../../tests/support/shop.ts';
import { prepareDatabase } from '../../server/prepare-database.ts';
import { importCatalogue } from './actions.ts';

const OWN_FOLDER = join(import.meta.dirname, '../../../shop/catalogue');
const OTHER_SHOP = join(import.meta.dirname, '../../../examples/shops/studio');

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-catalogue-'));
  await cp(OWN_FOLDER, folder, { recursive: true });
});
// Each test starts with the files of the shop as imported.
test.afterEach(async ({ shop }) => {
  await importCatalogue(shop.ctx.db, OWN_FOLDER);
  await rm(folder, { recursive: true });
});

async function edit(from: RegExp, to: string): Promise<void> {
  const path = join(folder, 'brand-stories.yaml');
  const text = await readFile(path, 'utf8');
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  await writeFile(path, edited);
}

async function fetchPrice(shop: Shop, id: string): Promise<number | undefined> {
  const { body } = await shop.call('POST /api/prices', { currency: Currency.EUR });
  return body.offers.find((offer) => offer.id === id)?.unitPrice;
}

test('import: unchanged files are skipped; a changed price applies after the import', async ({ shop }) => {
  const { db } = shop.ctx;
  expect(await importCatalogue(db, folder)).toBeUndefined();
  await edit(/EUR: 9900/, 'EUR: 9700');
  expect(await importCatalogue(db, folder)).toEqual({ added: [], archived: [], restored: [] });
  await expect.poll(() => fetchPrice(shop, 'brand-stories-600')).toBe(9700);
  expect(await importCatalogue(db, folder)).toBeUndefined();
});

test('import: one of two concurrent nodes imports a change', async ({ shop }) => {
  await edit(/EUR: 13900/, 'EUR: 13800');
  const { db } = shop.ctx;
  const imported = await Promise.all([importCatalogue(db, folder), importCatalogue(db, folder)]);
  expect(imported.filter((each) => each !== undefined)).toHaveLength(1);
  await expect.poll(() => fetchPrice(shop, 'brand-stories-900')).toBe(13800);
});

test('import: a start with the files of another shop changes nothing, and the command of an owner who means it everything', async ({
  shop,
}) => {
  const { db, log } = shop.ctx;
  const other = join(OTHER_SHOP, 'catalogue');
  const before = await fetchPrice(shop, 'brand-stories-300');
  await prepareDatabase(shop.connection, log, { shopDir: OTHER_SHOP });
  expect(await fetchPrice(shop, 'brand-stories-300')).toBe(before);
  // One service is left.
  for (const file of await readdir(folder)) if (!['common.yaml', 'brand-stories.yaml'].includes(file)) await rm(join(folder, file));
  expect((await importCatalogue(db, folder))?.archived).toHaveLength(9);
  expect((await importCatalogue(db, other))?.archived).toMatchObject([{ name: 'Brand Stories' }]);
  await expect.poll(() => fetchPrice(shop, 'brand-stories-300')).toBeUndefined();
});

test('import: an invalid file is refused by name and changes no price', async ({ shop }) => {
  // The files of the shop are imported after the test before, and shown a moment later.
  await expect.poll(() => fetchPrice(shop, 'brand-stories-300')).toBe(5900);
  await edit(/EUR: 5900/, 'EUR: -5900');
  await expect(importCatalogue(shop.ctx.db, folder)).rejects.toThrow(/brand-stories\.yaml/);
  expect(await fetchPrice(shop, 'brand-stories-300')).toBe(5900);
});
