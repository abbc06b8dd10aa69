// The owner's catalogue files in a folder of the test, to change and import.

import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Locale, locales, setLanguages } from '#lib/locale.ts';
import type { CurrencyCode, CurrencyNumber } from '#lib/money/money.ts';
import { importCatalogue } from '#modules/catalogue/actions.ts';
import { assignNumbers } from '#modules/catalogue/keys.ts';
import { toCatalogue, toCatalogueRows, toCurrencyRows } from '#modules/catalogue/rows.ts';
import { type Catalogue, viewCatalogue } from '#modules/catalogue/rules.ts';
import type { Storefront } from '#modules/catalogue/shapes.ts';
import { readCatalogueFiles } from '#modules/catalogue/source/files.ts';
import { brandKind } from '#modules/content/brand.ts';
import { readShopTexts } from '#modules/content/source/shop-texts.ts';
import { importKind } from '#modules/content/versions.ts';
import type { BriefPlatform } from '#modules/fulfilment/maker.ts';
import { toLetterhead } from '#modules/mail/rules.ts';
import { parseCurrentMails } from '#modules/mail/source.ts';
import type { MailSource } from '#modules/mail/write.ts';
import { defaultShop, root } from '#platform/paths.ts';
import type { Shop } from './shop.ts';

const SAMPLE_CATALOGUE = join(import.meta.dirname, '../../shop/catalogue');

export type OwnerFiles = Awaited<ReturnType<typeof ownerFiles>>;

export async function ownerFiles({ ctx }: Pick<Shop, 'ctx'>) {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-catalogue-'));
  await cp(SAMPLE_CATALOGUE, folder, { recursive: true });
  const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');
  return {
    folder,
    read,
    write: (file: string, text: string): Promise<void> => writeFile(join(folder, file), text),
    /** A new service as an owner makes one: a copy with another key, slug and offer ids. */
    async copy(from: string, key: string, slug: string): Promise<string> {
      const text = await read(`${from}.yaml`);
      const copied = text
        .replace(/^key: .*$/m, `key: ${key}`)
        .replaceAll(from, slug)
        .replace(/^name: .*$/m, `name: { en: "${key}", es: "${key}", jp: "${key}" }`);
      await writeFile(join(folder, `${slug}.yaml`), copied);
      return copied;
    },
    async edit(file: string, from: string | RegExp, to: string): Promise<void> {
      const text = await read(file);
      const edited = text.replace(from, to);
      expect(edited).not.toBe(text);
      await writeFile(join(folder, file), edited);
    },
    remove: (file: string): Promise<void> => rm(join(folder, file)),
    import: () => importCatalogue(ctx.db, folder),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

// The storefront from the owner's files without a database, for tests of its pages.

export type GetStorefront = (locale: Locale, currency: CurrencyNumber) => Storefront;

export async function storefrontOfFiles(folder = defaultShop): Promise<GetStorefront> {
  const { source, currencies } = await readCatalogueFiles(join(folder, 'catalogue'));
  const keys = source.services.map(({ key }) => key);
  const numbers = assignNumbers(keys, new Map(), source.common.numbers);
  const catalogue = toCatalogue({ ...toCatalogueRows(source, numbers), currencies: toCurrencyRows(currencies) }, 'files');
  return (locale, currency) => viewCatalogue(catalogue, locale, currency);
}

// The default shop, selling in other currencies: a folder whose prices are the euro prices in minor units,
// times a factor.

/** How many minor units one euro cent is: `{ JPY: 1, KWD: 10 }`. The first one is the default. */
type Factors = Readonly<Record<CurrencyCode, number>>;

/** The caller removes it. */
export async function shopFolderIn(factors: Factors): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-currencies-'));
  await cp(defaultShop, folder, { recursive: true });
  await priceIn(folder, factors);
  await sellIn(folder, Object.keys(factors));
  return folder;
}

/** Deposits of 5 to 10,000 units, in yen of 500 to 1,000,000. */
export const sellIn = (folder: string, codes: readonly CurrencyCode[]): Promise<void> =>
  writeFile(
    join(folder, 'money.yaml'),
    [
      `currencies: [${codes.join(', ')}]`,
      'deposits:',
      ...codes.map((code) => `  ${code}: { ${code === 'JPY' ? 'least: 500, most: 1000000' : 'least: 5, most: 10000'} }`),
    ].join('\n'),
  );

async function priceIn(folder: string, factors: Factors): Promise<void> {
  const catalogue = join(folder, 'catalogue');
  for (const file of await readdir(catalogue)) {
    const text = await readFile(join(catalogue, file), 'utf8');
    const prices = (euro: string) => Object.entries(factors).map(([code, factor]) => `${code}: ${Number(euro) * factor}`);
    await writeFile(
      join(catalogue, file),
      text.replaceAll(/prices: \{ EUR: (\d+)[^}]*\}/g, (_, euro: string) => `prices: { ${prices(euro).join(', ')} }`),
    );
  }
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

// A shop with three more languages than the release: French, German and Arabic, in part translated.

const sample = join(import.meta.dirname, '../../shop');
const added = join(import.meta.dirname, '../languages/shop');

/** The files of the sample shop with those of the languages. */
export async function languagesShop() {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-languages-'));
  for (const from of [sample, added]) await cp(from, folder, { recursive: true });
  return {
    folder,
    choose: (...languages: readonly string[]) => writeFile(join(folder, 'languages.yaml'), `languages: [${languages.join(', ')}]\n`),
    async edit(file: string, change: (text: string) => string): Promise<void> {
      const path = join(folder, file);
      await writeFile(path, change(await readFile(path, 'utf8')));
    },
    async [Symbol.asyncDispose]() {
      // Test files share a process.
      setLanguages(locales);
      await rm(folder, { recursive: true });
    },
  };
}

// The shop that the examples of the API reference speak of: a new shop with one service, a logo.

const fields = `fields:
  - name: brandName
    kind: text
    required: false
    max: 80
    label: { en: "Brand name", es: "Nombre de la marca", jp: "ブランド名" }
    help: { en: "Exactly as it should appear.", es: "Tal como debe aparecer.", jp: "表示するとおりにご記入ください。" }
  - name: language
    kind: choice
    required: true
    options: [{ value: en, label: { en: "English", es: "Inglés", jp: "英語" } }]
    label: { en: "Language", es: "Idioma", jp: "言語" }
    help: { en: "Of the logo.", es: "Del logo.", jp: "ロゴの言語です。" }
  - name: founded
    kind: number
    required: false
    label: { en: "Founded in", es: "Fundada en", jp: "設立年" }
    help: { en: "The year.", es: "El año.", jp: "西暦でご記入ください。" }
  - name: colours
    kind: texts
    required: false
    max: 5
    itemMax: 40
    label: { en: "Colors", es: "Colores", jp: "色" }
    help: { en: "Up to five.", es: "Hasta cinco.", jp: "5つまで。" }
  - name: rightsConfirmed
    kind: yesNo
    required: true
    label: { en: "I may use everything in this brief", es: "Tengo derecho a usar todo", jp: "使用する権利があります" }
    help: { en: "It is yours, or you have permission.", es: "Es tuyo o tienes permiso.", jp: "ご自身のもの、または許可を得たものです。" }

offers:
  - id: logo-3
    unit: { en: "3 concepts", es: "3 propuestas", jp: "3案" }
    note: { en: "For a first mark", es: "Para un primer logo", jp: "最初のロゴに" }
    minQuantity: 1
    maxQuantity: 10
    prices: { EUR: 9900, USD: 10900, AUD: 15900, NOK: 109900 }
    pieces: []
`;

/** The caller removes the folder. */
export async function examplesShop(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-examples-'));
  await cp(join(root, 'create/empty'), folder, { recursive: true });
  const path = join(folder, 'catalogue/first-service.yaml');
  const [head = ''] = (await readFile(path, 'utf8')).split(/^fields:/m);
  await rm(path);
  await writeFile(join(folder, 'catalogue/common.yaml'), 'platforms: []\nfields: []\n');
  await writeFile(
    join(folder, 'catalogue/logo.yaml'),
    head.replace('key: firstService', 'key: logo').replace('slug: first-service', 'slug: logo') + fields,
  );
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

// The catalogue of the owner's files without a database, and the numbers and platforms that the contract
// gives them.

export const ServiceType = {
  SocialBoosts: 0,
  BrandStories: 1,
  QuickReads: 2,
  CatchyPhrases: 3,
  ContentChecker: 4,
  HashtagMagic: 5,
  GrowthAcceleratorBundle: 6,
  BrandExpansionSuite: 7,
  AuthorityBuilderPro: 8,
  EnterpriseContentLab: 9,
} as const;

export const Platform = { X: 0, Telegram: 1, Instagram: 2, Discord: 3, Facebook: 4, Linkedin: 5 } as const;

async function catalogueOfFiles(): Promise<Catalogue> {
  const { source, currencies } = await readCatalogueFiles(join(import.meta.dirname, '../../shop/catalogue'));
  const keys = source.services.map(({ key }) => key);
  const rows = toCatalogueRows(source, assignNumbers(keys, new Map(), source.common.numbers));
  return toCatalogue({ ...rows, currencies: toCurrencyRows(currencies) }, 'files');
}

export const sampleCatalogue = await catalogueOfFiles();

/** As a brief names it. */
export function samplePlatform(number: number): BriefPlatform {
  const found = sampleCatalogue.platforms.find(({ platform }) => platform === number);
  if (!found) throw new Error(`there is no platform ${number}`);
  return { key: String(found.key), name: found.name, ...found.posts };
}

// The texts and the letterhead of the sample shop's mails.

export const sampleTexts = (await parseCurrentMails(new Map())).texts;
export const sampleLetterhead = toLetterhead(await readShopTexts(defaultShop, { shopUrl: 'https://shop.example' }));
export const sampleMails: MailSource = { texts: () => sampleTexts, outdated: () => [], letterhead: () => sampleLetterhead };

// The owner's brand with a change, taken over while the shop runs.

export async function changeBrand({ ctx }: Pick<Shop, 'ctx'>, from: string, to: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-brand-'));
  await cp('shop', folder, { recursive: true });
  const text = await readFile(join(folder, 'brand.yaml'), 'utf8');
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  await writeFile(join(folder, 'brand.yaml'), changed);
  await importKind(ctx.db, folder, brandKind);
  await rm(folder, { recursive: true });
}
