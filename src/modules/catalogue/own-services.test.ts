// An owner's own services over HTTP: added by a file, sold under a number of their own, archived when the
// file goes, sold again when it is back.
import { randomUUID } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { getDataAddress } from '#ui/navigation/url.ts';
import type { HistoryData } from '#ui/page/data.ts';
import { story, suite } from '../../../tests/support/cart-lines.ts';
import { operating } from '../../../tests/support/desk.ts';
import {
  becomes,
  buyer,
  expectAudited,
  funded,
  getErrors,
  listOrders,
  order,
  pay,
  placed,
  statuses,
} from '../../../tests/support/money.ts';
import { type OwnerFiles, ownerFiles } from '../../../tests/support/owner-files.ts';
import { brief, createBrief, logInLater, whole } from '../../../tests/support/pieces.ts';
import { deleteNumbers, deletePlatforms, givenNumbers } from '../../../tests/support/rows/orders.ts';
import { naiveNumbers } from '../../../tests/support/rows/planted-errors.ts';
import { issue, listInvoices, readContent } from '../../../tests/support/sample-shop.ts';
import { describe, expect, shop as openShop, type Shop, test } from '../../../tests/support/shop.ts';
import { delivered, mira } from '../../../tests/support/work.ts';

const common = { brandName: 'Loaf & Queue', language: 'en', tone: 'warm', rightsConfirmed: true };
const newsletter = (more: object = {}) => ({
  offerId: 'newsletters-300',
  quantity: 1,
  platform: null,
  answers: { ...common, topic: 'What the bakery does in May', ...more },
});

const fetchPage = async (shop: Shop, path: string) => {
  const response = await fetch(`${shop.urls.storefront}${path}`, { headers: { 'accept-language': 'en' }, redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
};
const sold = async (shop: Shop, withArchived = false) => {
  const { body } = await shop.call('POST /api/prices', { currency: 0, withArchived });
  return new Map(body.offers.map(({ id, serviceType }) => [id, serviceType]));
};

/** A shop with a service of the owner's, number 100. */
async function withNewsletters(): Promise<{ shop: Shop; files: OwnerFiles; [Symbol.asyncDispose](): Promise<void> }> {
  const shop = await openShop({ environment: { RATE_LIMITS: 'off' } });
  const files = await ownerFiles(shop);
  await files.copy('quick-reads', 'newsletters', 'newsletters');
  expect(await files.import()).toEqual({ added: [{ name: 'newsletters', number: 100 }], archived: [], restored: [] });
  await expect.poll(() => sold(shop).then((offers) => offers.get('newsletters-300'))).toBe(100);
  return {
    shop,
    files,
    async [Symbol.asyncDispose]() {
      await files[Symbol.asyncDispose]();
      await shop[Symbol.asyncDispose]();
    },
  };
}

test('own service: a new file with equal texts and position is sold as 100, on pages, in the API and at the desk, within 5 s', async () => {
  await using own = await withNewsletters();
  const { shop } = own;
  expect((await fetchPage(shop, '/services')).text).toContain('id="newsletters"');
  expect((await fetchPage(shop, '/')).text).toContain('newsletters');
  expect(await fetchPage(shop, '/services/100')).toMatchObject({ status: 302, location: '/services/newsletters' });
  expect((await fetchPage(shop, '/services/newsletters')).status).toBe(200);
  const { body } = await (await operating(shop, 'owner')).call('GET /api/catalogue');
  expect(body.services.find(({ type }) => type === 100)).toMatchObject({ slug: 'newsletters', file: 'newsletters.yaml' });
  expect((await sold(shop)).get('quick-reads-300'), 'the contract’s numbers stay').toBe(2);
});

test('own service: ordered, paid, delivered, archived: its orders, documents and subscriptions go on with its name', async () => {
  await using own = await withNewsletters();
  const { shop, files } = own;
  await files.copy('growth-accelerator-bundle', 'growthLetters', 'growth-letters');
  await files.edit(
    'growth-letters.yaml',
    /- \{ offer: social-boosts-10/,
    '- { offer: newsletters-800, quantity: 1 }\n      - { offer: social-boosts-10',
  );
  expect(await files.import()).toMatchObject({ added: [{ number: 101 }] });
  await expect.poll(() => sold(shop).then((offers) => offers.get('growth-letters'))).toBe(101);
  let ada = await buyer(shop);
  await funded(shop, ada, 60_000);
  const { orderIds, paymentLink } = await placed(shop, ada, { lines: [newsletter()], startNow: true });
  await pay(paymentLink);
  await becomes(shop, ada, [2]);
  const bundle = { offerId: 'growth-letters', quantity: 1, platform: null, answers: common };
  const bought = await placed(shop, ada, { lines: [bundle], payFromBalance: true, startNow: true });
  const [letter = ''] = orderIds;

  // The owner takes both files away.
  await files.remove('newsletters.yaml');
  await files.remove('growth-letters.yaml');
  expect(await files.import()).toMatchObject({ added: [], archived: [{ number: 100 }, { number: 101 }] });
  await expect.poll(() => sold(shop).then((offers) => offers.has('newsletters-300'))).toBe(false);
  expect((await sold(shop, true)).get('newsletters-300')).toBe(100);
  expect((await fetchPage(shop, '/services')).text).not.toContain('id="newsletters"');
  expect((await fetchPage(shop, '/services/newsletters')).status).toBe(404);
  const refused = [400, { 'orderFormData[0].offerId': ['We no longer sell this. Remove it, or choose another service.'] }];
  expect(getErrors(await order(shop, ada, { lines: [newsletter()], price: 2_500 }))).toEqual(refused);
  const quote = { currency: 0, couponCode: null, orderFormData: [newsletter()] };
  expect(getErrors(await shop.call('POST /api/orders/quote', quote, { token: ada.token }))).toEqual(refused);

  // What was ordered is made, delivered, renewed and refunded.
  const { pieces } = await whole(shop, ada, letter);
  await delivered(shop, mira, pieces[0]?.id ?? '');
  const bundled = await whole(shop, ada, bought.orderIds[0] ?? '');
  const piece = bundled.pieces.find(({ offerId }) => offerId === 'newsletters-800');
  const letterBrief = { id: piece?.id ?? '', platform: null, answers: newsletter().answers };
  expect((await brief(shop, ada, bought.orderIds[0] ?? '', [letterBrief])).status).toBe(200);
  await delivered(shop, mira, piece?.id ?? '');
  const owner = await operating(shop, 'owner');
  const { body: atDesk } = await owner.call('GET /api/orders', { service: 100 });
  expect(atDesk.orders).toMatchObject([{ id: letter, what: 'newsletters, 300 words' }]);
  await issue(shop);
  const lines = await Promise.all((await listInvoices(shop, ada)).map(({ id }) => readContent(shop, id)));
  expect(JSON.stringify(lines)).toContain('newsletters');
  ada = await logInLater(shop, ada, { days: 29 });
  ada = await logInLater(shop, ada, { days: 3 });
  expect(await statuses(shop, ada)).toHaveLength(3);
  expect((await listOrders(shop, ada))[0]).toMatchObject({ serviceType: 101, offerId: 'growth-letters', status: 2 });
  const refund = { act: randomUUID(), id: letter, amount: 500, given: 0, to: 'balance', why: 'a gesture' };
  expect(await (await operating(shop, 'owner')).call('POST /api/order/refund', refund)).toMatchObject({ status: 204 });
  await issue(shop);
  expect((await listInvoices(shop, ada)).map(({ kind }) => kind)).toContain('credit');
  await expectAudited(shop);
});

test('own service, put back under another file name: sold under its old number, which no new service was given', async () => {
  await using own = await withNewsletters();
  const { shop, files } = own;
  const text = await files.read('newsletters.yaml');
  await files.remove('newsletters.yaml');
  await files.copy('brand-stories', 'logos', 'logos');
  expect(await files.import()).toMatchObject({ added: [{ name: 'logos', number: 101 }], archived: [{ number: 100 }] });
  await files.write('letters.yaml', text);
  expect(await files.import()).toEqual({ added: [], archived: [], restored: [{ name: 'newsletters', number: 100 }] });
  await expect.poll(() => sold(shop).then((offers) => offers.get('newsletters-300'))).toBe(100);
  await expect(deleteNumbers(shop)).rejects.toThrow('never changed or removed');
});

test('coupon for an own service: reduces its line, not the others', async () => {
  await using own = await withNewsletters();
  const { shop } = own;
  const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
  const coupon = {
    ...{ code: 'LETTERS', kind: 'percent', percent: 20, amounts: [], appliesTo: 'orders', services: [100], firstPurchaseOnly: false },
    ...{ totalLimit: null, customerLimit: null, startsAt: null, expiresAt: null, why: 'a trial' },
  };
  expect((await manager.call('POST /api/coupon/make', coupon)).status).toBe(204);
  const cart = { currency: 0, couponCode: 'LETTERS', orderFormData: [newsletter(), story()] };
  const { status, body } = await shop.call('POST /api/orders/quote', cart, { token: ada.token });
  expect([status, body]).toMatchObject([200, { price: 2_000 + 9_900 }]);
  const beyond = await manager.call('POST /api/coupon/make', { ...coupon, code: 'NOBODY', services: [50] });
  expect([beyond.status, beyond.body]).toMatchObject([400, { errors: { services: [expect.any(String)] } }]);
});

test('own service: a hidden one is sold by its link only, an archived one in a file not at all', async () => {
  await using own = await withNewsletters();
  const { shop, files } = own;
  await files.edit('newsletters.yaml', /^kind: /m, 'state: hidden\nkind: ');
  await files.import();
  await expect.poll(() => fetchPage(shop, '/services').then(({ text }) => text.includes('id="newsletters"'))).toBe(false);
  expect((await fetchPage(shop, '/services/newsletters')).status).toBe(200);
  const ada = await buyer(shop);
  await placed(shop, ada, { lines: [newsletter()] });
  await files.edit('newsletters.yaml', 'state: hidden', 'state: archived');
  expect(await files.import()).toMatchObject({ archived: [{ number: 100 }] });
  await expect.poll(() => sold(shop).then((offers) => offers.has('newsletters-300'))).toBe(false);
  expect((await fetchPage(shop, '/services/newsletters')).status).toBe(404);
});

test('own service: shown as its file says, and as an article if it says nothing', async () => {
  await using own = await withNewsletters();
  const { shop, files } = own;
  const delivers = async () => {
    const answer = await fetch(
      `${shop.urls.storefront}${getDataAddress({ path: '/cabinet/order-history', query: '', locale: 'en', currency: 0 })}`,
    );
    const { data } = (await answer.json()) as { data: HistoryData };
    return Object.fromEntries(data.services.map((service) => [service.slug, service.delivers]));
  };
  const ofContract = { 'social-boosts': 'posts', 'catchy-phrases': 'phrases', 'hashtag-magic': 'hashtags', 'brand-stories': 'article' };
  expect(await delivers()).toMatchObject({ ...ofContract, newsletters: 'article' });
  await files.edit('newsletters.yaml', /^kind: /m, 'delivers: phrases\nkind: ');
  await files.import();
  await expect.poll(delivers).toMatchObject({ ...ofContract, newsletters: 'phrases' });
});

describe('service of the contract without its file', () => {
  test('home, services and samples work, a bundle still makes its piece, and the slug and offers stay its own', async () => {
    await using shop = await openShop({ environment: { RATE_LIMITS: 'off' } });
    await using files = await ownerFiles(shop);
    const ada = await buyer(shop);
    await funded(shop, ada, 60_000);
    for (const file of ['brand-stories', 'quick-reads', 'hashtag-magic']) await unlink(join(files.folder, `${file}.yaml`));
    expect(await files.import()).toMatchObject({ archived: [{ number: 1 }, { number: 2 }, { number: 5 }] });
    await expect.poll(() => sold(shop).then((offers) => offers.has('brand-stories-600'))).toBe(false);
    for (const path of ['/', '/services', '/samples']) {
      const { status, text } = await fetchPage(shop, path);
      expect([path, status, text.includes('#brand-stories')]).toEqual([path, 200, false]);
    }
    const { orderIds } = await placed(shop, ada, { lines: [suite()], payFromBalance: true, startNow: true });
    const [id = ''] = orderIds;
    const { pieces } = await whole(shop, ada, id);
    const story = pieces.find(({ offerId }) => offerId === 'brand-stories-600');
    expect((await brief(shop, ada, id, [createBrief(story ?? { id: '', offerId: '' })])).status).toBe(200);
    await delivered(shop, mira, story?.id ?? '');
    await files.copy('catchy-phrases', 'stories', 'brand-stories');
    await files.edit('brand-stories.yaml', 'id: brand-stories-10', 'id: brand-stories-600');
    const reason = /slug: "brand-stories" is the address of Brand Stories[\s\S]*"brand-stories-600" is an offer of Brand Stories/;
    await expect(files.import()).rejects.toThrow(reason);
    await expectAudited(shop);
  });
});

describe('numbers', () => {
  test('the number of a service in the files cannot change, nor go to another service', async () => {
    await using shop = await openShop();
    await using files = await ownerFiles(shop);
    await files.edit('common.yaml', 'quickReads: 2', 'quickReads: 12');
    await expect(files.import()).rejects.toThrow('numbers.quickReads: the number of Quick Reads is 2: orders refer to it');
    await files.edit('common.yaml', 'quickReads: 12', 'newsletters: 2');
    await files.copy('quick-reads', 'newsletters', 'newsletters');
    await expect(files.import()).rejects.toThrow('numbers.newsletters: 2 is the number of Quick Reads: orders refer to it');
    await files.edit('common.yaml', 'newsletters: 2', 'newsletters: 12');
    expect(await files.import()).toMatchObject({ added: [{ name: 'newsletters', number: 12 }] });
  });

  test('own platform that was removed: no longer offered, its orders keep its name, and no other platform gets its number', async () => {
    await using shop = await openShop();
    await using files = await ownerFiles(shop);
    const platform = (key: string, name: string, number = 100) =>
      `  - { key: ${key}, number: ${number}, name: ${name}, surchargePercent: 0, hosts: [${key}.example] }\n`;
    const listed = async (withArchived: boolean) =>
      (await shop.call('POST /api/prices', { currency: 0, withArchived })).body.platformTypes.flatMap(({ platform, name }) =>
        platform >= 100 ? [name] : [],
      );
    const without = await files.read('common.yaml');
    const put = (line: string) => files.write('common.yaml', without.replace(/^platforms:\n/m, `platforms:\n${line}`));
    await put(platform('mastodon', 'Mastodon'));
    await files.import();
    await expect.poll(() => listed(false)).toEqual(['Mastodon']);
    await files.write('common.yaml', without);
    await files.import();
    await expect.poll(async () => [await listed(false), await listed(true)]).toEqual([[], ['Mastodon']]);
    await put(platform('bluesky', 'Bluesky'));
    await expect(files.import()).rejects.toThrow('platforms.0.number: 100 is the number of Mastodon: orders refer to it');
    await put(platform('mastodon', 'Mastodon', 101));
    await expect(files.import()).rejects.toThrow('platforms.0.number: the number of Mastodon is 100: orders refer to it');
    await put(platform('bluesky', 'Bluesky', 101) + platform('mastodon', 'Mastodon again'));
    await files.import();
    await expect.poll(() => listed(false)).toEqual(['Bluesky', 'Mastodon again']);
    // As a process of the version before does, which knows no removed platforms.
    await deletePlatforms(shop);
    expect(await listed(true)).toHaveLength(2);
  });

  test('two nodes that start at once give a new service one number, and two services two', async () => {
    await using shop = await openShop();
    await using one = await ownerFiles(shop);
    await using other = await ownerFiles(shop);
    for (const files of [one, other]) await files.copy('quick-reads', 'newsletters', 'newsletters');
    await other.copy('brand-stories', 'logos', 'logos');
    await Promise.all([one.import(), other.import(), one.import(), other.import()]);
    const rows = await givenNumbers(shop);
    expect(rows.map(({ number }) => number)).toEqual([100, 101]);
    expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(['newsletters', 'logos']));
  });

  test('naive numbers, read before they are written, are given twice', async ({ shop }) => {
    const allot = await naiveNumbers(shop);
    const given = await Promise.all(Array.from({ length: 8 }, (_, index) => allot(`service${index}`)));
    expect(new Set(given).size).toBeLessThan(given.length);
  });
});
