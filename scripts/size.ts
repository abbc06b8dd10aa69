// npm run size: transfer size of each page against its budget. Exits with 1 if one is exceeded.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chunksFrom, readDeskBuild } from '../src/desk/server/document.ts';
import { DESK_ENTRY } from '../src/infra/development/messages.ts';
import { baseOf } from '../src/infra/seo/listing.ts';
import { readShopTexts } from '../src/infra/shop-source/shop-texts.ts';
import { ensureBuilt } from '../src/infra/web/builds/build.ts';
import { documentOf } from '../src/infra/web/document.ts';
import { prodRenderer, type StyledFiles } from '../src/infra/web/renderers.ts';
import { localeNames } from '../src/lib/locale.ts';
import { Currency } from '../src/lib/money/money.ts';
import { type PageName, pageRow, pagesServed } from '../src/pages.ts';
import { storefrontOfFiles } from './storefront-of-files.ts';

const kB = 1000;
/** Each page is a row in the frame's tables; its catalog in three languages adds 0.1 kB. */
const budgets = { script: 80 * kB, early: 0.5 * kB, style: 6.9 * kB, font: 14.8 * kB, html: 10.5 * kB, document: 15 * kB } as const;
/** A server sends 14 kB at once, in ten packets; longer documents wait once for the browser. */
const LONG_DOCUMENT = 0.9 * kB;
/** The home page in English, less than other documents. Spanish adds 0.5 kB and Japanese 1.1. */
const SHORT_HOME = 1.6 * kB;
/** Extra budget of pages with forms or conversations; most visitors load only the home page. */
const OWN_SCRIPT = 9.5 * kB;
/** Pages of an account, rendered in the browser. */
const MEMBERS_SCRIPT = 21.5 * kB;
/** The longest form, with every kind of question, conditional ones, volume prices and add-ons. */
const ORDER_SCRIPT = 24.2 * kB;
type Weight = { readonly [Kind in keyof typeof budgets]: number };
const kinds = Object.keys(budgets) as (keyof Weight)[];

const shopUrl = 'https://shop.example';
const build = await ensureBuilt();
const renderers = await prodRenderer(build);
const renderer = await renderers.renderer();
const shop = await readShopTexts(join(import.meta.dirname, '../shop'), { shopUrl });
const storefrontOf = await storefrontOfFiles();

const packed = (text: string): number => brotliCompressSync(text).length;
const fileBytes = (name: string): Promise<number> => {
  const path = join(build.folder, 'client', name);
  return name.endsWith('.woff2') ? stat(path).then(({ size }) => size) : readFile(`${path}.br`).then(({ length }) => length);
};
const sum = async (names: readonly string[]): Promise<number> =>
  (await Promise.all(names.map(fileBytes))).reduce((total, bytes) => total + bytes, 0);

async function weigh(screen: PageName, locale: (typeof localeNames)[number]): Promise<Weight> {
  if (!pageRow(screen).server) return { ...(await weighFiles(await renderers.files(screen, locale))), early: 0, html: 0, document: 0 };
  const storefront = storefrontOf(locale, Currency.EUR);
  const page = { screen, params: {}, path: pageRow(screen).path, locale, currency: Currency.EUR, storefront, shop };
  const [rendered, files] = await Promise.all([renderer.render(page), renderers.files(screen, locale)]);
  const base = baseOf(shopUrl, page.path);
  const structured = await renderer.structured(page, { shopUrl, base, logo: `${shopUrl}/drawings/icon-512-0123456789ab.png` });
  const parts = {
    made: rendered,
    files,
    ...page,
    buildId: build.id,
    apiBase: '',
    messages: undefined,
    icons: { apple: '/apple-touch-icon.png', adaptive: '/icon.svg', paper: { light: '#ffffff', dark: '#000000' } },
    found: {
      listed: true,
      base,
      urlLocale: locale,
      brand: shop.brand.name,
      picture: `${shopUrl}/drawings/${screen}-${locale}-0123456789ab.png`,
      structured,
    },
    marks: renderer.marks,
    loader: renderer.loader,
    starter: renderer.starter,
    dataApart: pageRow(screen).apart
      ? { address: `/data${page.path}?lang=${locale}&currency=${Currency.EUR}`, hash: '0123456789abcdefghijkl' }
      : undefined,
  };
  return {
    ...(await weighFiles(files)),
    early: packed(renderer.marks + renderer.loader),
    html: packed(documentOf({ ...parts, files: { ...files, style: '' } })),
    document: packed(documentOf(parts)),
  };
}

const weighFiles = async ({ scripts, style, fonts }: StyledFiles) => ({
  script: await sum(scripts),
  style: packed(style),
  font: await sum(fonts),
});

const ownScript: Partial<Record<PageName, number>> = { home: 0, service: ORDER_SCRIPT, cart: ORDER_SCRIPT };
const longDocuments: readonly PageName[] = ['services', 'samples', 'faq', 'termsAndConditions'];
function moreOf(screen: PageName, kind: keyof Weight, locale: (typeof localeNames)[number]): number {
  if (kind === 'document' && screen === 'home' && locale === 'en') return -SHORT_HOME;
  if (kind === 'document') return locale === 'jp' && longDocuments.includes(screen) ? LONG_DOCUMENT : 0;
  if (kind !== 'script') return 0;
  return ownScript[screen] ?? (pageRow(screen).server ? OWN_SCRIPT : MEMBERS_SCRIPT);
}

const broken: string[] = [];
const inKb = (bytes: number): string => (bytes / kB).toFixed(1).padStart(10);
console.log(`brotli, kB${' '.repeat(14)}${kinds.map((kind) => kind.padStart(10)).join('')}`);
for (const screen of pagesServed(true))
  for (const locale of localeNames) {
    const weight = await weigh(screen, locale);
    console.log(`${`${pageRow(screen).path} ${locale}`.padEnd(24)}${kinds.map((kind) => inKb(weight[kind])).join('')}`);
    for (const kind of kinds)
      if (weight[kind] > budgets[kind] + moreOf(screen, kind, locale))
        broken.push(`${pageRow(screen).path} in ${locale}: ${kind} is over its budget`);
  }
/** Scripts of the desk's app: what its first page loads, what a later page adds, and all files together. */
const deskScript = { first: 120.5 * kB, page: 22.5 * kB, all: 235 * kB };
const deskBuild = await readDeskBuild(build.folder);
const deskBytes = async (files: Iterable<string>): Promise<number> => {
  const folder = join(build.folder, 'desk');
  const sizes = [...new Set(files)].map((file) => stat(join(folder, /\.(js|css)$/.test(file) ? `${file}.br` : file)));
  return (await Promise.all(sizes)).reduce((all, { size }) => all + size, 0);
};
const deskFirst = chunksFrom(deskBuild, DESK_ENTRY);
const deskPages = Object.keys(deskBuild).filter((name) => /^src\/desk\/features\/.*-page\.tsx$/.test(name));
/** Including the page's own chunks. */
const deskLine = async (name: string, chunks: Iterable<(typeof deskBuild)[string]>): Promise<number> => {
  const all = [...chunks];
  const script = await deskBytes(all.map(({ file }) => file));
  const [style, font] = [await deskBytes(all.flatMap(({ css = [] }) => css)), await deskBytes(all.flatMap(({ assets = [] }) => assets))];
  console.log(`${name.padEnd(24)}${[script, 0, style, font].map(inKb).join('')}`);
  return script;
};
if ((await deskLine('desk, first page', deskFirst)) > deskScript.first)
  broken.push('the first page of the desk: script is over its budget');
for (const page of deskPages) {
  const name = page.slice('src/desk/features/'.length);
  if ((await deskLine(`+ ${name}`, chunksFrom(deskBuild, page).difference(deskFirst))) > deskScript.page)
    broken.push(`the desk's ${name}: script is over its budget`);
}
/** With the parts that pages load on demand. */
const deskParts = Object.keys(deskBuild).filter((name) => /^src\/desk\/features\/.*\.tsx$/.test(name));
const everything = [DESK_ENTRY, ...deskParts].flatMap((name) => [...chunksFrom(deskBuild, name)]);
if ((await deskLine('desk, all of it', new Set(everything))) > deskScript.all) broken.push('the desk: script is over its budget');
const forgotten = (await readdir(join(build.folder, 'desk/assets'))).filter(
  (name) => name.endsWith('.js') && !everything.some(({ file }) => file.endsWith(name)),
);
if (forgotten.length > 0) broken.push(`the desk: ${forgotten.join(', ')} can be loaded and is not weighed`);
console.log(`${'budget'.padEnd(24)}${kinds.map((kind) => inKb(budgets[kind])).join('')}`);
for (const line of broken) console.error(line);
if (broken.length > 0) process.exitCode = 1;
