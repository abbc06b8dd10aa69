import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { defaultShop, findFolderWith } from '#platform/paths.ts';
import { findFolderErrors, nameFiles } from './shop-files.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-shop-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('shop folder: one that is missing or empty is refused in one line', () => {
  expect(findFolderErrors(join(folder, 'nowhere'))).toEqual([`SHOP_DIR: there is no folder ${folder}/nowhere.`]);
  expect(findFolderErrors(folder)).toEqual([expect.stringMatching(/is not the folder of a shop: .* no catalogue\.$/)]);
  expect(findFolderErrors(defaultShop)).toEqual([]);
});

test('shop folder: each missing file that only the owner can write is named', async () => {
  await cp(defaultShop, folder, { recursive: true });
  for (const file of ['tax.yaml', 'catalogue/common.yaml', 'policies/terms.es.md', 'money.yaml', 'mails', 'samples', 'policy-gate.yaml'])
    await rm(join(folder, file), { recursive: true });
  expect(findFolderErrors(folder)).toEqual(
    ['tax.yaml', 'catalogue/common.yaml', 'policies/terms.es.md'].map((file) => `${join(folder, file)} is missing: every shop needs one.`),
  );
  expect(findFolderWith(folder, 'money.yaml')).toBe(defaultShop);
  expect(findFolderWith(folder, 'withdrawal.yaml')).toBe(folder);
});

test('errors: name the files of the shop by their real place', () => {
  const lines = ['shop/brand.yaml:3: name: must not be empty', 'PORT must differ'];
  expect(nameFiles(lines, defaultShop)).toEqual(lines);
  expect(nameFiles(lines, folder)).toEqual([`${folder}/brand.yaml:3: name: must not be empty`, 'PORT must differ']);
  expect(nameFiles(lines, 'examples/shops/studio')[0]).toBe('examples/shops/studio/brand.yaml:3: name: must not be empty');
});

test('SHOP_DIR: another shop has its data in its own folder, unless DATA_DIR says otherwise', () => {
  const readFolders = (environment: Record<string, string>) => {
    const { shopDir, dataDir } = readConfig(environment).config;
    return [shopDir, dataDir];
  };
  expect(readFolders({})).toEqual([defaultShop, join(process.cwd(), 'data')]);
  expect(readFolders({ SHOP_DIR: defaultShop })).toEqual([defaultShop, join(process.cwd(), 'data')]);
  expect(readFolders({ SHOP_DIR: folder })).toEqual([folder, join(folder, 'data')]);
  expect(readFolders({ SHOP_DIR: folder, DATA_DIR: '/srv/data' })).toEqual([folder, '/srv/data']);
});
