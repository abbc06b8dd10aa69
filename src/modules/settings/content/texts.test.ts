// Tests editing catalogue and policies at the desk: a save applies immediately, an invalid edit changes
// nothing, and the latest change wins.

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { Currency } from '#lib/money/money.ts';
import { importCatalogue } from '#modules/catalogue/actions.ts';
import type { CatalogueFile } from '#modules/catalogue/desk-shapes.ts';
import { policyKind } from '#modules/content/policies.ts';
import { listVersions } from '#modules/content/queries.ts';
import { importKind } from '#modules/content/versions.ts';
import { type Operating, operating } from '../../../../tests/support/desk.ts';
import { buyer, expectAudited, order, placed } from '../../../../tests/support/money.ts';
import { addUnloggedText, auditedActs, refusedChanges } from '../../../../tests/support/rows/desk.ts';
import { orderRow } from '../../../../tests/support/rows/orders.ts';
import { describe, expect, shop as openShop, type Shop, test } from '../../../../tests/support/shop.ts';
import { auditBooks } from '../../../audit/audit.ts';
import { prepareDatabase } from '../../../server/prepare-database.ts';
import { openShopTexts } from '../../../server/shop-texts.ts';

const FILE = 'brand-stories.yaml';
const WHY = 'prices of next year';

const opened = async (by: Operating, file = FILE): Promise<CatalogueFile> => (await by.call('GET /api/catalogue/file', { file })).body;

/** The file with another EUR price for 600 words. */
function priced({ service, number }: CatalogueFile, amount: number) {
  const offers = service?.offers.map((offer) =>
    offer.id === 'brand-stories-600' ? { ...offer, prices: { ...offer.prices, EUR: amount } } : offer,
  );
  return { file: FILE, service: { ...service, offers }, from: number, why: WHY };
}

async function fetchPrice(shop: Shop, id = 'brand-stories-600'): Promise<number | undefined> {
  const { body } = await shop.call('POST /api/prices', { currency: Currency.EUR });
  return body.offers.find((offer) => offer.id === id)?.unitPrice;
}

const fetchPage = async (shop: Shop, path: string): Promise<string> =>
  (await fetch(`${shop.urls.storefront}${path}`, { headers: { 'accept-language': 'en' } })).text();

describe('price edited at the desk', () => {
  test('a saved price applies immediately, keeps the rest of the file, and is in the audit log', async () => {
    // A shop of its own, with the first version of the file.
    await using shop = await openShop();
    const [manager, ada] = [await operating(shop, 'manager'), await buyer(shop)];
    const before = await opened(manager);
    const page = await fetchPage(shop, '/services');
    expect(page).toContain('€99');
    const { orderIds } = await placed(shop, ada);
    const ordered = await orderRow(shop, orderIds[0] ?? '');
    const preview = await manager.call('POST /api/catalogue/preview', priced(before, 10_950));
    expect(preview.body.changes).toEqual([{ what: 'Offer brand-stories-600: price in EUR', before: '€99.00', after: '€109.50' }]);
    expect(preview.body.pages.map(({ locale, html }) => [locale, html.includes('109')])).toEqual([
      ['en', true],
      ['es', true],
      ['jp', true],
    ]);
    expect(preview.body.pages[0]?.html).toMatch(/^<details open .*<\/details>$/s);
    expect(await fetchPrice(shop), 'a preview changes nothing').toBe(9_900);

    const { status, body } = await manager.call('POST /api/catalogue/save', priced(before, 10_950));
    expect([status, body]).toMatchObject([200, { saved: true, version: { number: 2, origin: 'desk', why: WHY, by: { name: 'manager' } } }]);
    // This node applies the change before it responds; the others are notified.
    expect(await fetchPrice(shop)).toBe(10_950);
    expect(await fetchPage(shop, '/services')).toContain('€109.50');
    const [was, is] = [before.text.split('\n'), (await opened(manager)).text.split('\n')];
    expect(is.filter((line, index) => line !== was[index])).toEqual([expect.stringContaining('EUR: 10950')]);

    const [line] = (await manager.call('GET /api/audit', { kind: 'catalogue' })).body;
    expect(line).toMatchObject({ act: 'catalogue.edit', about: FILE, why: WHY, before: { version: 1 }, after: { version: 2 } });
    expect(line?.after).toMatchObject({ changes: preview.body.changes });
    expect(await orderRow(shop, ordered.id), 'what was ordered keeps its price').toEqual(ordered);
    const late = await order(shop, ada, { price: ordered.price });
    expect([late.status, late.body], 'whoever saw the old price is asked again').toMatchObject([
      400,
      { errors: { price: [expect.any(String)] } },
    ]);
  });

  test('of two concurrent saves of one version one succeeds, and the other gets the saved version', async ({ shop }) => {
    const [owner, manager] = [await operating(shop, 'owner'), await operating(shop, 'manager')];
    const before = await opened(owner);
    const answers = await Promise.all([
      owner.call('POST /api/catalogue/save', priced(before, 11_000)),
      manager.call('POST /api/catalogue/save', priced(before, 12_000)),
    ]);
    const won = answers.filter(({ body }) => body.saved);
    expect([won.length, answers.map(({ status }) => status)]).toEqual([1, [200, 200]]);
    const [first, second] = answers;
    expect(first?.body.version).toEqual(second?.body.version);
    expect(await fetchPrice(shop)).toBe(first?.body.saved ? 11_000 : 12_000);
    expect((await opened(owner)).number).toBe(before.number + 1);
  });
});

describe('invalid edit', () => {
  test('an error is reported at its form field, or with its line for text, and nothing changes', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const [before, price] = [await opened(owner), await fetchPrice(shop)];
    const auditBefore = await auditedActs(shop, 'catalogue.edit');
    const wrong = await owner.call('POST /api/catalogue/save', priced(before, 0));
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      {
        errors: {
          '': ['Offer 2: Enter a price in EUR.'],
          'offers.1.prices.EUR': ['Enter a price in EUR.'],
        },
      },
    ]);
    const text = before.text.replace('slug: brand-stories', 'slug: brand-stories\ncolour: red');
    const typed = await owner.call('POST /api/catalogue/save', { file: FILE, text, from: before.number, why: WHY });
    expect(typed.body).toMatchObject({
      errors: { '': [expect.stringMatching(/^brand-stories\.yaml, line \d+: colour: is not known here$/)] },
    });
    for (const broken of ['a: [', 'a: &a [*a, *b]', ''])
      expect((await owner.call('POST /api/catalogue/save', { file: FILE, text: broken, from: before.number, why: WHY })).status).toBe(400);
    // A bundle contains this offer, so the error is in another file.
    const fewer = {
      ...priced(before, 9_900),
      service: { ...before.service, offers: before.service?.offers.filter(({ id }) => id !== 'brand-stories-600') },
    };
    expect((await owner.call('POST /api/catalogue/save', fewer)).body).toMatchObject({
      errors: { '': [expect.stringMatching(/contains an offer that doesn’t exist/)] },
    });
    const same = await owner.call('POST /api/catalogue/save', priced(before, price ?? 0));
    expect(same.body).toMatchObject({ errors: { '': ['There are no changes yet.'] } });
    expect((await opened(owner)).number).toBe(before.number);
    expect(await auditedActs(shop, 'catalogue.edit')).toEqual(auditBefore);
    expect(await fetchPrice(shop)).toBe(price);
  });

  test.for([
    [
      '20,000 keys',
      Array.from({ length: 20_000 }, (_, index) => `k${index}: 1\n`).join(''),
      'line 10001: has too many entries: a file may have 10,000 keys and items',
    ],
    ['an alias', 'a: &a [1]\nb: *a\n', 'line 2: *a refers to another place: write out what is meant'],
    ['nested items', '- '.repeat(20_000), 'line 1: is nested deeper than 20 levels'],
    ['nested brackets', '['.repeat(50_000), 'line 1: is nested deeper than 20 levels'],
    ['a repeated key', 'slug: a\nslug: b\n', 'line 2: the key slug is there twice'],
  ] as const)('a file with %s is refused at its field by preview and save', async ([, text, message], { shop }) => {
    const owner = await operating(shop, 'owner');
    const { number } = await opened(owner);
    const preview = await owner.call('POST /api/catalogue/preview', { file: FILE, text });
    const save = await owner.call('POST /api/catalogue/save', { file: FILE, text, from: number, why: WHY });
    for (const { status, body } of [preview, save])
      expect([status, body]).toMatchObject([400, { errors: { text: [`${FILE}, ${message}`], '': [`${FILE}, ${message}`] } }]);
    expect((await opened(owner)).number).toBe(number);
  });

  test('makers and support get 403', async ({ shop }) => {
    for (const role of ['maker', 'support'] as const) {
      const somebody = await operating(shop, role);
      expect((await somebody.call('GET /api/catalogue/file', { file: FILE })).status).toBe(403);
      expect((await somebody.call('POST /api/catalogue/save', {})).status).toBe(403);
      expect((await somebody.call('POST /api/policy/save', {})).status).toBe(403);
    }
  });

  test('the database refuses changes to stored versions', async ({ shop }) => {
    for (const table of ['content', 'owner_text'] as const)
      for (const error of await refusedChanges(shop, table)) expect(error).toContain('never changed');
  });
});

describe('offer edited at the desk', () => {
  test('an added offer is sold, a removed one is not, and the old version can be restored', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const before = await opened(owner);
    const [first, ...rest] = before.service?.offers ?? [];
    const added = { ...rest[1], id: 'brand-stories-1200', prices: { EUR: 17_900, USD: 18_900, AUD: 28_900, NOK: 199_000 } };
    const service = { ...before.service, offers: [...rest, added] };
    const { body } = await owner.call('POST /api/catalogue/save', { file: FILE, service, from: before.number, why: WHY });
    expect(body.saved).toBe(true);
    expect([await fetchPrice(shop, first?.id), await fetchPrice(shop, added.id)]).toEqual([undefined, 17_900]);
    const { body: old } = await owner.call('GET /api/catalogue/version', { file: FILE, number: before.number });
    expect(old.text).toBe(before.text);
    const restored = await owner.call('POST /api/catalogue/save', {
      file: FILE,
      text: old.text,
      from: body.version.number,
      why: 'as it was',
    });
    expect(restored.body).toMatchObject({ saved: true, version: { number: body.version.number + 1 } });
    expect([await fetchPrice(shop, first?.id), await fetchPrice(shop, added.id)]).toEqual([5_900, undefined]);
  });
});

describe('files in the shop folder', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fanfare-texts-'));
    await cp(join(import.meta.dirname, '../../../../shop'), folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));
  const edit = async (path: string, from: string | RegExp, to: string) => {
    const text = await readFile(join(folder, path), 'utf8');
    expect(text).toMatch(from);
    await writeFile(join(folder, path), text.replace(from, to));
  };

  test('the latest change of file or desk applies, and all versions are kept', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const { db } = shop.ctx;
    const start = async () => (await importCatalogue(db, join(folder, 'catalogue'))) !== undefined;
    const before = await opened(owner);
    await owner.call('POST /api/catalogue/save', priced(before, 11_100));
    expect(await start(), 'nothing changed in the folder').toBe(false);
    expect(await fetchPrice(shop)).toBe(11_100);
    // A change of another file must not undo the edit of this one.
    await edit('catalogue/quick-reads.yaml', /EUR: 2500/, 'EUR: 2600');
    expect(await start()).toBe(true);
    await expect.poll(() => fetchPrice(shop, 'quick-reads-300')).toBe(2_600);
    expect(await fetchPrice(shop)).toBe(11_100);
    await edit(`catalogue/${FILE}`, /EUR: 9900/, 'EUR: 9800');
    expect(await start()).toBe(true);
    await expect.poll(() => fetchPrice(shop)).toBe(9_800);
    const now = await opened(owner);
    expect(now.versions.slice(0, 2).map(({ number, origin }) => [number - before.number, origin])).toEqual([
      [2, 'file'],
      [1, 'desk'],
    ]);
    await owner.call('POST /api/catalogue/save', priced(now, 12_300));
    expect(await start()).toBe(false);
    expect(await fetchPrice(shop)).toBe(12_300);
  });

  test('policies: a change of one language file replaces the desk edits of all languages, but not by a start', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const { body: before } = await owner.call('GET /api/policy', { name: 'cookies' });
    const text = { ...before.text, en: { ...before.text.en, title: 'About cookies' } };
    expect((await owner.call('POST /api/policy/save', { name: 'cookies', text, from: before.number, why: WHY })).body.saved).toBe(true);
    const start = async () => {
      await prepareDatabase(shop.connection, shop.ctx.log, { shopDir: folder });
      return (await openShopTexts(shop.ctx, undefined)).shop.policies.cookies.en;
    };
    const written = await start();
    expect(written, 'a start keeps what the desk wrote').toMatchObject({
      title: 'About cookies',
      version: before.text.en.version + 1,
    });
    await edit('policies/cookies.en.md', /title: .*/, 'title: Crumbs');
    expect(await start()).toEqual(written);
    expect((await importKind(shop.ctx.db, folder, policyKind)).map(({ file }) => file)).toContain('cookies.en.md');
    const [newest] = await listVersions(shop.ctx.db.orm, 'policies', 'cookies.es.md');
    expect(newest).toMatchObject({ number: before.number + 2, origin: 'file' });
    expect((await owner.call('GET /api/policy', { name: 'cookies' })).body.text.en.title).toBe('Crumbs');
    // This node is notified by the database, like every other node.
    await expect.poll(() => fetchPage(shop, '/cookies-policy')).toContain('Crumbs');
  });
});

test('text versions: the audit reports a version without an audit entry', async ({ shop }) => {
  await expectAudited(shop);
  await addUnloggedText(shop);
  expect((await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule)).toEqual([
    'the versions of a text have no gap',
    'what the desk wrote stands in its log',
  ]);
});
