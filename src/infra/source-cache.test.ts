import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCatalogueFiles } from '../modules/catalogue/source/files.ts';
import { currentMails, readDefaultMails } from '../modules/mail/source.ts';
import { settingFiles } from '../modules/texts/actions.ts';
import { settingParsers } from '../server/setting-parsers.ts';
import { readShopTexts } from './shop-source/shop-texts.ts';
import { cachedSource, codeOf } from './source-cache.ts';

const name = `trial-${process.pid}`;
const place = join(import.meta.dirname, `../../dist/sources/source/${name}.json`);
let folder = '';
let made = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-source-'));
  await writeFile(join(folder, 'a.md'), 'one');
  made = 0;
});
afterEach(() => Promise.all([rm(folder, { recursive: true }), rm(place, { force: true })]));

const read = (also = '', parser = 'src/lib/locale.ts') =>
  cachedSource({ name, parser, folder, files: ['*.md'], also }, async () => {
    made++;
    return { text: await readFile(join(folder, 'a.md'), 'utf8') };
  });

test('source cache: unchanged files are not parsed again', async () => {
  expect(await read()).toEqual({ text: 'one' });
  expect(await read()).toEqual({ text: 'one' });
  expect(made).toBe(1);
});

test('source cache: a changed file, a new file or another setting is parsed again', async () => {
  await read();
  await writeFile(join(folder, 'a.md'), 'two');
  expect(await read()).toEqual({ text: 'two' });
  await writeFile(join(folder, 'b.md'), '');
  await read();
  await read('https://shop.example');
  expect(made).toBe(4);
});

test('source cache: the code of a parser is the module and all that it imports', async () => {
  const catalogue = await codeOf('src/modules/catalogue/source/files.ts');
  expect([...catalogue.keys()]).toEqual(expect.arrayContaining(['src/modules/catalogue/source/files.ts', 'src/lib/yaml/parse.ts']));
  // A parser that is loaded with the first file.
  expect([...(await codeOf('src/server/setting-parsers.ts')).keys()]).toContain('src/modules/support/source.ts');
  for (const file of catalogue.keys()) expect(file).not.toMatch(/queries|routes/);
});

test('source cache: files are parsed again by other code', async () => {
  await read();
  await read('', 'src/infra/paths.ts');
  expect(made).toBe(2);
});

test('source cache: a truncated cache file is ignored, and an error is not cached', async () => {
  await read();
  await writeFile(place, (await readFile(place, 'utf8')).slice(0, -5));
  expect(await read()).toEqual({ text: 'one' });
  expect(made).toBe(2);
  await rm(join(folder, 'a.md'));
  await expect(read()).rejects.toThrow('ENOENT');
  await expect(read()).rejects.toThrow('ENOENT');
});

test('source cache: the sources of the shop are unchanged by JSON', async () => {
  const shop = join(import.meta.dirname, '../../shop');
  const sources = [
    await readCatalogueFiles(join(shop, 'catalogue')),
    currentMails(await readDefaultMails(), new Map()),
    await readShopTexts(shop, { shopUrl: 'http://localhost' }),
    ...(await Promise.all(settingFiles.map(async (file) => settingParsers[file](await readFile(join(shop, file), 'utf8'))))),
  ];
  for (const source of sources) expect(JSON.parse(JSON.stringify(source))).toEqual(source);
});
