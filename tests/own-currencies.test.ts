// Shops in currencies of the owner: yen without decimals, dinar with three, and a currency that is taken
// away.
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { getCurrencyNumber } from '#lib/money/money.ts';
import { importCatalogue } from '#modules/catalogue/actions.ts';
import { kits, story, tags } from './support/cart-lines.ts';
import { operating } from './support/desk.ts';
import { becomes, buyer, deposit, expectAudited, fetchPrice, getErrors, listOrders, order, pay, placed } from './support/money.ts';
import { removeFolder, sellIn, shopFolderIn } from './support/owner-files.ts';
import { issue, listInvoices, readContent } from './support/sample-shop.ts';
import { test as base, expect, type Shop } from './support/shop.ts';

const [JPY, KWD, CHF, EUR] = ['JPY', 'KWD', 'CHF', 'EUR'].map(getCurrencyNumber) as [number, number, number, number];
const choose = 'Choose one of the options.';

const folders = {
  yen: await shopFolderIn({ JPY: 1 }),
  three: await shopFolderIn({ KWD: 10, CHF: 1, EUR: 1 }),
  changing: await shopFolderIn({ EUR: 1, JPY: 1 }),
};
afterAll(() => Promise.all(Object.values(folders).map(removeFolder)));

const shopIn = (folder: string) => base.extend('shopOptions', { scope: 'file' }, { folder, environment: { RATE_LIMITS: 'off' } });
const yen = shopIn(folders.yen);
const three = shopIn(folders.three);
const changing = shopIn(folders.changing);

const page = async ({ urls }: Shop, path: string, cookie = ''): Promise<string> =>
  (await fetch(urls.storefront + path, { headers: { cookie } })).text();
const balanceIn = async (shop: Shop, { token }: { readonly token: string }, currency: number) =>
  (await shop.call('POST /api/balance', { currency }, { token })).body.balance;

yen('yen alone: no page offers a choice, and prices have no decimals', async ({ shop }) => {
  const home = await page(shop, '/', 'currency=0');
  expect(home).toContain('¥');
  expect(home).not.toContain('name="currency"');
  expect(home).not.toContain('€');
  const services = await page(shop, '/services');
  expect(services).toContain('"price":"5900","priceCurrency":"JPY"');
  expect(await page(shop, '/services?lang=jp')).toContain('¥5,900');
  for (const currency of [EUR, KWD, 2, 'JPY']) {
    const { status, body } = await shop.call('POST /api/prices', { currency });
    expect([status, body]).toMatchObject([400, { errors: { currency: [choose] } }]);
  }
  expect((await shop.call('POST /api/prices', { currency: JPY })).body.offers.find(({ id }) => id === 'brand-stories-600')?.unitPrice).toBe(
    9_900,
  );
});

yen('yen: ordered by link with a percentage, deposited, paid from the balance, refunded and invoiced in whole yen', async ({ shop }) => {
  await shop.makeDemo();
  const ada = await buyer(shop);
  const lines = [story(), tags({ quantity: 3 })];
  expect(await fetchPrice(shop, ada, lines, { currency: JPY, couponCode: 'WELCOME10' })).toBe(11_340);
  const first = await placed(shop, ada, { lines, currency: JPY, couponCode: 'WELCOME10' });
  const bank = await (await fetch(first.paymentLink)).text();
  expect(bank).toContain('¥11,340');
  await pay(first.paymentLink);
  await becomes(shop, ada, [2, 2]);

  expect(getErrors(await deposit(shop, ada, { currency: JPY, depositAmount: 499, price: 499 }))).toEqual([
    400,
    { depositAmount: ['Deposit between ¥500 and ¥1,000,000.'] },
  ]);
  expect(getErrors(await deposit(shop, ada, { currency: EUR }))).toEqual([400, { currency: [choose] }]);
  const { body } = await deposit(shop, ada, { currency: JPY, depositAmount: 20_001, price: 20_001 });
  await pay(body.paymentLink ?? '');
  await expect.poll(() => balanceIn(shop, ada, JPY)).toBe(20_001);
  shop.clock.turn({ seconds: 1 });
  await placed(shop, ada, { currency: JPY, payFromBalance: true });
  expect(await balanceIn(shop, ada, JPY)).toBe(10_101);
  const [newest] = await listOrders(shop, ada);
  const cancelled = await shop.call('POST /api/orders/cancel', { orderId: newest?.id, refundTo: 'balance' }, { token: ada.token });
  expect(cancelled.status).toBe(204);
  expect(await balanceIn(shop, ada, JPY)).toBe(20_001);

  await issue(shop);
  const papers = await listInvoices(shop, ada);
  expect(papers.map(({ currency }) => currency)).toEqual(papers.map(() => JPY));
  const invoice = await readContent(shop, papers.find(({ gross }) => gross === 11_340)?.id);
  expect(JSON.stringify(invoice)).toContain('11340');
  const { text } = await shop.mail(ada.email, /order/i);
  expect(text).toContain('¥');
  const { body: funds } = await shop.call('GET /api/balance/funds', undefined, { token: ada.token });
  expect(funds.currencies.map(({ currency }) => currency)).toEqual([JPY]);
  await expectAudited(shop);
});

yen('yen at the desk: exports, reports and coupons are in whole yen, and other currencies are refused', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  expect((await owner.call('GET /api/me')).body.currencies).toEqual({ sold: [JPY], all: [JPY] });
  const coupon = { code: 'YEN', kind: 'amount', percent: null, appliesTo: 'orders', services: null, totalLimit: null, customerLimit: null };
  const dates = { firstPurchaseOnly: false, startsAt: null, expiresAt: null, why: 'a test' };
  const made = (currency: number) =>
    owner.call('POST /api/coupon/make', { ...coupon, ...dates, amounts: [{ currency, amount: 500, minimum: 0 }] });
  expect(getErrors(await made(EUR))).toEqual([400, { amounts: [choose] }]);
  expect((await made(JPY)).status).toBe(204);
  const third = { ...coupon, ...dates, code: 'THIRD', kind: 'percent', percent: 33, amounts: [] };
  expect((await owner.call('POST /api/coupon/make', third)).status).toBe(204);
  // 2,900 with a surcharge of 10%; a third of 3,190 is rounded down.
  expect(await fetchPrice(shop, await buyer(shop), [kits()], { currency: JPY, couponCode: 'THIRD' })).toBe(3_190 - 1_052);
  const table = (await owner.call('GET /api/orders/table')).body as unknown as string;
  expect(table).toMatch(/,9900,JPY,\r\n/);
  const report = (await owner.call('GET /api/reports')).body;
  expect([report.currency, report.total.gross]).toEqual([JPY, 11_340 + 9_900]);
});

three('dinar, franc and euro: menus and pages are in the owner’s order, and a choice of another shop is ignored', async ({ shop }) => {
  const home = await page(shop, '/');
  const choices = [...home.matchAll(/<button[^>]* name="currency"[^>]*>/g)].map(([tag]) => Number(/ value="(\d+)"/.exec(tag)?.[1]));
  expect(choices.slice(0, 3)).toEqual([KWD, CHF, EUR]);
  expect(home).toContain('Kuwaiti dinar');
  expect(await page(shop, '/services')).toContain('KWD\u00a059.000');
  expect(await page(shop, '/services', `currency=${CHF}`)).toContain('CHF\u00a059');
  expect(await page(shop, '/services', 'currency=1')).toContain('KWD\u00a059.000');
  const chosen = await fetch(`${shop.urls.storefront}/services`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: shop.urls.storefront },
    body: new URLSearchParams({ currency: String(CHF) }),
  });
  expect(chosen.headers.getSetCookie().join()).toContain(`currency=${CHF};`);
});

three('dinar: three decimals from the price to the books, each balance by itself', async ({ shop }) => {
  await shop.makeDemo();
  const ada = await buyer(shop);
  const { body } = await deposit(shop, ada, { currency: KWD, depositAmount: 123_457, price: 123_457 - 6_172, couponCode: 'TOPUP5' });
  expect(await (await fetch(body.paymentLink ?? '')).text()).toContain('KWD\u00a0117.285');
  await pay(body.paymentLink ?? '');
  await expect.poll(() => balanceIn(shop, ada, KWD)).toBe(123_457);
  await placed(shop, ada, { currency: KWD, payFromBalance: true });
  expect([await balanceIn(shop, ada, KWD), await balanceIn(shop, ada, CHF)]).toEqual([24_457, 0]);
  const owner = await operating(shop, 'owner');
  const [{ id = '' } = {}] = await listOrders(shop, ada);
  const refund = { act: crypto.randomUUID(), id, amount: 10_001, given: 0, to: 'balance', why: 'late' };
  expect((await owner.call('POST /api/order/refund', refund)).status).toBe(204);
  expect(await balanceIn(shop, ada, KWD)).toBe(34_458);
  expect(getErrors(await order(shop, ada, { currency: CHF, price: 9_900, payFromBalance: true }))).toMatchObject([
    400,
    { payFromBalance: [expect.any(String)] },
  ]);
  await issue(shop);
  await expectAudited(shop);
});

changing('a currency that is taken out: no new orders and deposits at once; its balance, orders and papers live on', async ({ shop }) => {
  const ada = await buyer(shop);
  const { body } = await deposit(shop, ada, { currency: EUR, depositAmount: 20_000, price: 20_000 });
  await pay(body.paymentLink ?? '');
  await expect.poll(() => balanceIn(shop, ada, EUR)).toBe(20_000);
  const { purchaseId } = await placed(shop, ada, { currency: EUR });
  await sellIn(folders.changing, ['JPY']);
  expect(await importCatalogue(shop.ctx.db, join(folders.changing, 'catalogue'))).toMatchObject({
    currencies: { added: [], removed: ['EUR'] },
  });
  const prices = (more: object) => shop.call('POST /api/prices', { currency: EUR, ...more });
  await expect.poll(async () => (await prices({})).status).toBe(400);
  expect((await prices({ withArchived: true })).body.offers.map(({ id }) => id)).toContain('brand-stories-600');
  expect(getErrors(await order(shop, ada, { currency: EUR, price: 9_900 }))).toEqual([400, { currency: [choose] }]);
  expect(getErrors(await deposit(shop, ada, { currency: EUR }))).toEqual([400, { currency: [choose] }]);
  expect(await page(shop, '/services', 'currency=0')).not.toContain('€');

  const paid = await shop.call('POST /api/orders/pay', { purchaseId, payFromBalance: true }, { token: ada.token });
  expect([paid.status, await balanceIn(shop, ada, EUR)]).toEqual([200, 10_100]);
  const { body: funds } = await shop.call('GET /api/balance/funds', undefined, { token: ada.token });
  expect(funds.currencies).toMatchObject([{ currency: JPY }, { currency: EUR, balance: 10_100, least: 0, most: 0 }]);
  const { body: statement } = await shop.call('GET /api/balance/statement', { currency: EUR }, { token: ada.token });
  expect(statement.lines.map(({ amount }) => amount)).toEqual([-9_900, 20_000]);
  const owner = await operating(shop, 'owner');
  expect((await owner.call('GET /api/me')).body.currencies).toEqual({ sold: [JPY], all: [JPY, EUR] });
  expect((await owner.call('GET /api/reports', { currency: EUR })).body.total.gross).toBe(9_900);
  await issue(shop);
  expect((await listInvoices(shop, ada)).map(({ currency }) => currency)).toContain(EUR);
  await expectAudited(shop);
});
