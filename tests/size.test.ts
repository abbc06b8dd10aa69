// What a first visit to each page transfers, compressed by Brotli, within its budgets in kB.
import { brotliCompressSync } from 'node:zlib';
import { afterAll } from 'vitest';
import { localeNames } from '#lib/locale.ts';
import { getPageRow, isDocument, listServedPages, type PageName } from '../src/pages.ts';
import { operating } from './support/desk.ts';
import { createSale } from './support/sales.ts';
import { expect, type Shop, test } from './support/shop.ts';

type Weights = { readonly document: number; readonly script: number; readonly font: number };

/**
 * A server sends 14 kB at once; longer documents wait once for the browser. Most are between 13 and 15 kB,
 * and a word more in one language is no error.
 */
const DOCUMENT = 15.5;
/** Whole pages of text, and the three bytes of each Japanese character. They wait once, and load no app. */
const LONG_DOCUMENT = 17;
const longDocuments: readonly PageName[] = ['services', 'samples', 'faq', 'termsAndConditions'];
/** The first visit of most people fits into the first packets, in English. */
const HOME_DOCUMENT = 14;
const FONT = 14.8;
/** The script of every document. */
const DOCUMENT_SCRIPT = 10;
/**
 * An app may have 140 kB, with libraries and the catalog of messages that all its pages share; a page of it
 * has 25 more.
 */
const APP_SCRIPT = 140;
const ROUTE_SCRIPT = 25;
const DESK_SCRIPT = 136;

function getBudget(page: PageName, locale: string): Weights {
  const isLong = longDocuments.includes(page);
  const script = isDocument(page) ? DOCUMENT_SCRIPT : APP_SCRIPT + ROUTE_SCRIPT;
  return { document: isLong ? LONG_DOCUMENT : page === 'home' && locale === 'en' ? HOME_DOCUMENT : DOCUMENT, script, font: FONT };
}

const getAddress = (page: PageName, base: string): string =>
  base + getPageRow(page).path.replace(':id', 'brand-stories').replace(':number', 'F-00000000');

/** Pages that show nothing without the code of their link. */
async function getLinks(shop: Shop): Promise<Partial<Record<PageName, string>>> {
  const manager = await operating(shop, 'manager');
  const { body: toPay } = await createSale(manager, { pay: 'link' });
  const { body: sold } = await createSale(manager);
  const { claims } = (await manager.call('GET /api/claims')).body;
  const invoice = claims.find(({ purchaseId }) => purchaseId === sold.purchaseId)?.link;
  return { ...(toPay.paymentLink ? { pay: toPay.paymentLink } : {}), ...(invoice ? { invoice } : {}) };
}
let links: ReturnType<typeof getLinks> | undefined;

const compressed = { 'accept-encoding': 'br' };
async function transferred(url: string): Promise<number> {
  const answer = await fetch(url, { headers: compressed });
  await answer.arrayBuffer();
  return Number(answer.headers.get('content-length')) / 1_000;
}

async function weigh(url: string, locale: string): Promise<Weights> {
  const answer = await fetch(url, { headers: { ...compressed, cookie: `locale=${locale}` } });
  const html = await answer.text();
  // A page for one request is compressed by the proxy, if at all.
  const isPacked = answer.headers.get('content-encoding') === 'br';
  const files = (ending: RegExp) => [...new Set(html.match(ending))].map((path) => new URL(path, url).href);
  return {
    document: (isPacked ? Number(answer.headers.get('content-length')) : brotliCompressSync(html).length) / 1_000,
    script: await sum(files(/\/assets\/[\w.-]+\.js/g)),
    font: await sum(files(/(?<=<link rel="preload" as="font"[^>]*href=")[^"]+/g)),
  };
}

const sum = async (urls: readonly string[]) => (await Promise.all(urls.map(transferred))).reduce((all, each) => all + each, 0);

test('what all pages of the account share is within its budget', async ({ shop }) => {
  const scripts = await Promise.all(
    listServedPages(true)
      .filter((page) => !isDocument(page))
      .map(async (page) => new Set((await (await fetch(getAddress(page, shop.urls.storefront))).text()).match(/\/assets\/[\w.-]+\.js/g))),
  );
  const shared = [...(scripts[0] ?? [])].filter((path) => scripts.every((each) => each.has(path)));
  const script = await sum(shared.map((path) => shop.urls.storefront + path));
  rows.push({ page: 'account', document: '', script: script.toFixed(2), font: '' });
  expect(script).toBeGreaterThan(0);
  expect(script).toBeLessThanOrEqual(APP_SCRIPT);
});

const rows: Record<string, string>[] = [];
afterAll(() => console.table(rows));

test.for(listServedPages(true).flatMap((page) => localeNames.map((locale) => [page, locale] as const)))(
  'page %s in %s is within its budgets',
  async ([page, locale], { shop }) => {
    links ??= getLinks(shop);
    const address = (await links)[page] ?? getAddress(page, shop.urls.storefront);
    const weights = await weigh(address, locale);
    const budget = getBudget(page, locale);
    rows.push({
      page: `${new URL(address).pathname} ${locale}`,
      ...Object.fromEntries(Object.entries(weights).map(([kind, kb]) => [kind, kb.toFixed(2)])),
    });
    // A page of an account is a shell, filled by the browser.
    const kinds = getPageRow(page).server ? (['document', 'script', 'font'] as const) : (['script', 'font'] as const);
    for (const kind of kinds) expect.soft(weights[kind], kind).toBeLessThanOrEqual(budget[kind]);
    expect.soft(weights.script).toBeGreaterThan(0);
  },
);

test('first page of the desk is within its budget', async ({ shop }) => {
  const { script } = await weigh(shop.urls.desk, 'en');
  rows.push({ page: 'desk', document: '', script: script.toFixed(2), font: '' });
  expect(script).toBeLessThanOrEqual(DESK_SCRIPT);
});
