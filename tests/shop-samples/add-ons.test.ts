// Add-ons from the price to the refund: the sample of a translation bureau has ticked, counted and monthly
// ones.
import { join } from 'node:path';
import { issueDocuments } from '#modules/invoicing/issue.ts';
import type { Line } from '#modules/orders/shapes.ts';
import { operating } from '../support/desk.ts';
import {
  again,
  becomes,
  buyer,
  expectAudited,
  fetchPrice,
  funded,
  getBalance,
  getErrors,
  listOrders,
  order,
  pay,
  placed,
} from '../support/money.ts';
import { logInLater, running } from '../support/pieces.ts';
import { letRun } from '../support/rows/jobs.ts';
import { addCoupon } from '../support/rows/wallet.ts';
import {
  type AddOns,
  both,
  COPY,
  certificate,
  issue,
  listInvoices,
  PAGE,
  POST,
  readContent,
  samplesFolder,
  translatedPages,
} from '../support/sample-shop.ts';
import { test as base, describe, expect, type Shop } from '../support/shop.ts';

const folder = join(samplesFolder, 'bureau');
const test = base.extend('shopOptions', { scope: 'file' }, { folder, environment: { RATE_LIMITS: 'off' } });

/** As a shop that charges VAT in Norway. */
function issueWithVat({ ctx }: Pick<Shop, 'ctx'>): Promise<unknown> {
  const seller = { legalName: 'Loaf', registrationNumber: '1', vatId: 'ESB58378431', street: 's', city: 'c', postalCode: 'p' };
  const none = { en: '', es: '', jp: '' };
  const tax = { vat: 'inclusive', rates: { NO: 2500 }, reverseCharge: true, notes: { none, zero: none, reverse: none } } as const;
  const shop = {
    brand: { name: 'Loaf', dateLocale: 'en-US', look: {} },
    company: { ...seller, country: 'ES', email: 'e@shop.example', phone: '1' },
  };
  return issueDocuments({ ctx, shop, findTax: async () => tax, links: { ensure: async () => '' } }, new AbortController().signal);
}

describe('add-ons: prices', () => {
  test('are listed with each offer that has them, in the language and currency of the request', async ({ shop }) => {
    const { body } = await shop.call('POST /api/prices', { currency: 4 }, { headers: { 'accept-language': 'es' } });
    const offer = (id: string) => body.offers.find((each) => each.id === id);
    expect(offer('certified-three-copies')?.addOns).toEqual([
      {
        id: 'paper-copy',
        name: 'Una copia en papel más',
        description: 'Firmada y sellada como la primera, en el mismo sobre.',
        unitPrice: 10_500,
        charged: 'counted',
        maxQuantity: 10,
      },
      expect.objectContaining({ id: 'tracked-post', charged: 'once', maxQuantity: 1, unitPrice: 17_500 }),
    ]);
    expect(offer('translation-general')?.addOns?.map(({ id }) => id)).toEqual(['two-columns']);
    expect(offer('translation-specialist')?.addOns?.map(({ id }) => id)).toEqual(['two-columns', 'second-specialist']);
    expect(Object.keys(offer('proofreading-correct') ?? {})).not.toContain('addOns');
  });

  test('a line costs its units, at volume prices, and its add-ons: once, by the count, or per unit', async ({ shop }) => {
    const ada = await buyer(shop);
    expect(await fetchPrice(shop, ada, [await certificate(shop, ada, both)])).toBe(2 * PAGE + 3 * COPY + POST);
    expect(await fetchPrice(shop, ada, [await translatedPages(shop, ada, [{ id: 'two-columns', quantity: 1 }])])).toBe(
      50 * 1_400 + 10 * 1_200 + 2_000,
    );
    const perUnit = await translatedPages(shop, ada, [{ id: 'second-specialist', quantity: 1 }], {
      offerId: 'translation-specialist',
      quantity: 7,
    });
    expect(await fetchPrice(shop, ada, [perUnit])).toBe(7 * (1_900 + 300));
    // A ticked one needs no quantity.
    const ticked = await certificate(shop, ada, [{ id: 'tracked-post' } as AddOns[number]]);
    expect(await fetchPrice(shop, ada, [ticked])).toBe(2 * PAGE + POST);
  });

  test('a coupon takes its part of the line with its add-ons', async ({ shop }) => {
    const ada = await buyer(shop);
    const total = 2 * PAGE + 3 * COPY + POST;
    const couponCode = await addCoupon(shop);
    expect(await fetchPrice(shop, ada, [await certificate(shop, ada, both)], { couponCode })).toBe(total - total / 10);
  });
});

describe('add-ons: errors', () => {
  const refused: readonly (readonly [what: string, addOns: unknown, field: string, text: string])[] = [
    ['an unknown one', [{ id: 'gold-edge', quantity: 1 }], 'addOns[0].id', 'We don’t offer this add-on here. Remove it.'],
    ['one of another service', [{ id: 'two-columns', quantity: 1 }], 'addOns[0].id', 'We don’t offer this add-on here. Remove it.'],
    ['the name of a method', [{ id: 'constructor', quantity: 1 }], 'addOns[0].id', 'We don’t offer this add-on here. Remove it.'],
    ['more than the maximum', [{ id: 'paper-copy', quantity: 11 }], 'addOns[0].quantity', 'You can add this from 1 to 10 times.'],
    ['none of it', [{ id: 'paper-copy', quantity: 0 }], 'addOns[0].quantity', 'You can add this from 1 to 10 times.'],
    ['a negative quantity', [{ id: 'paper-copy', quantity: -3 }], 'addOns[0].quantity', 'You can add this from 1 to 10 times.'],
    ['a ticked one twice', [{ id: 'tracked-post', quantity: 2 }], 'addOns[0].quantity', 'This add-on can be added once.'],
    ['the same one in two rows', [both[1], both[1]], 'addOns[1].id', 'This add-on is listed twice. Remove one.'],
    ['a part of one', [{ id: 'paper-copy', quantity: 1.5 }], 'addOns[0].quantity', 'Enter a whole number.'],
    ['a text for the list', 'paper-copy', 'addOns', expect.any(String)],
  ];

  test.for(refused)('%s is refused beside its field, and nothing is stored', async ([, addOns, field, text], { shop }) => {
    const ada = await buyer(shop);
    const line = { ...(await certificate(shop, ada)), addOns: addOns as AddOns };
    const errors = { [`orderFormData[0].${field}`]: [text] };
    expect(getErrors(await order(shop, ada, { lines: [line], price: 2 * PAGE }))).toEqual([400, errors]);
    expect(await listOrders(shop, ada)).toEqual([]);
  });

  test('an offer refuses an add-on of another offer of its service', async ({ shop }) => {
    const ada = await buyer(shop);
    const line = await translatedPages(shop, ada, [{ id: 'second-specialist', quantity: 1 }]);
    const [status, errors] = getErrors(await order(shop, ada, { lines: [line], price: 1 }));
    expect([status, Object.keys(errors ?? {})]).toEqual([400, ['orderFormData[0].addOns[0].id']]);
  });

  test('a price that a browser makes up for an add-on is ignored, and the sum that follows from it refused', async ({ shop }) => {
    const ada = await buyer(shop);
    const forged = both.map((each) => ({ ...each, unitPrice: 1, unitPriceSeen: 1, charged: 'once', maxQuantity: 99 }));
    const line = await certificate(shop, ada, forged);
    expect(await fetchPrice(shop, ada, [line])).toBe(2 * PAGE + 3 * COPY + POST);
    const naive = 2 * PAGE + forged.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
    expect(getErrors(await order(shop, ada, { lines: [line], price: naive }))).toEqual([
      400,
      { price: [expect.stringContaining('€140.00')] },
    ]);
    expect(await listOrders(shop, ada)).toEqual([]);
  });
});

describe('add-ons: orders', () => {
  test('an order keeps them at its prices; page, mail, desk, file, data and invoice say the same, and a refund returns them', async ({
    shop,
  }) => {
    const ada = await buyer(shop);
    const total = 2 * PAGE + 3 * COPY + POST;
    const { paymentLink, orderIds } = await placed(shop, ada, { lines: [await certificate(shop, ada, both)], startNow: false });
    await pay(paymentLink);
    await becomes(shop, ada, [2]);
    const bought = [
      { id: 'paper-copy', name: 'One more paper copy', quantity: 3, unitPrice: COPY },
      { id: 'tracked-post', name: 'Tracked post', quantity: 1, unitPrice: POST },
    ];
    expect(await listOrders(shop, ada)).toMatchObject([{ price: total, addOns: bought }]);
    const inJapanese = await shop.call('GET /api/orders', undefined, { token: ada.token, headers: { 'accept-language': 'ja' } });
    expect(inJapanese.body[0]?.addOns?.[1]?.name).toBe('追跡付き郵便');

    await letRun(shop, 'orders.sendConfirmations');
    const { text } = await shop.mail(ada.email, /confirmed/);
    for (const said of ['Includes One more paper copy × 3: €27.00', 'Includes Tracked post: €15.00', '€140.00'])
      expect(text).toContain(said);

    const owner = await operating(shop, 'owner');
    const id = orderIds[0] ?? '';
    const { body: atDesk } = await owner.call('GET /api/order', { id });
    expect(atDesk.order).toMatchObject({ total, addOns: bought });
    const pieceId = atDesk.order.pieces[0]?.id ?? '';
    const { body: piece } = await owner.call('GET /api/piece', { pieceId });
    expect(piece.addOns).toEqual(bought.map(({ id, name, quantity }) => ({ id, name, quantity })));

    const { body: file } = await owner.call('GET /api/orders/table', {});
    expect(String(file)).toContain(',EUR,3 × One more paper copy; Tracked post');

    await issue(shop);
    const [invoice] = await listInvoices(shop, ada);
    const { lines, gross } = await readContent(shop, invoice?.id);
    expect([gross, lines.map(({ name, quantity, total: cost }) => [name, quantity, cost])]).toEqual([
      total,
      [
        ['Certified translation', 2, 2 * PAGE],
        ['Add-on: One more paper copy', 3, 3 * COPY],
        ['Add-on: Tracked post', 1, POST],
      ],
    ]);
    expect((await shop.call('POST /api/orders/cancel', { orderId: id, refundTo: 'balance' }, { token: ada.token })).status).toBe(204);
    expect(await getBalance(shop, ada)).toBe(total);
    await issue(shop);
    await expectAudited(shop);
  });

  test('orders with volume prices, add-ons, a coupon and VAT are paid from the balance; invoice and credit notes add up to the cent', async ({
    shop,
  }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 100_000);
    const couponCode = await addCoupon(shop);
    const lines = [await translatedPages(shop, ada, [{ id: 'two-columns', quantity: 1 }]), await certificate(shop, ada, both)];
    const [first, second] = [50 * 1_400 + 10 * 1_200 + 2_000, 2 * PAGE + 3 * COPY + POST];
    const price = first + second - Math.floor((first + second) / 10);
    const { body } = await order(shop, ada, { lines, couponCode, payFromBalance: true, startNow: false });
    expect(body.orderIds).toHaveLength(2);
    expect(await getBalance(shop, ada)).toBe(100_000 - price);
    await issueWithVat(shop);
    const paper = await readContent(shop, (await listInvoices(shop, ada)).find(({ kind }) => kind === 'invoice')?.id);
    const sum = (of: 'gross' | 'discount' | 'net' | 'vat' | 'total') => paper.lines.reduce((all, line) => all + line[of], 0);
    const discount = first + second - price;
    expect([sum('gross'), sum('total'), sum('discount')]).toEqual([price, first + second, discount]);
    expect([sum('net'), sum('vat'), paper.net + paper.vat]).toEqual([paper.net, paper.vat, price]);
    expect(paper.vat).toBe(price - Math.round(price / 1.25));
    expect(paper.lines.every(({ gross, total, discount, net, vat }) => gross === total - discount && gross === net + vat)).toBe(true);
    expect(paper.lines.map(({ quantity, total }) => [quantity, total])).toEqual([
      [60, 50 * 1_400 + 10 * 1_200],
      [1, 2_000],
      [2, 2 * PAGE],
      [3, 3 * COPY],
      [1, POST],
    ]);
    const cancel = (orderId = '') => shop.call('POST /api/orders/cancel', { orderId }, { token: ada.token });
    for (const id of body.orderIds) {
      expect((await cancel(id)).status).toBe(204);
      shop.clock.turn({ seconds: 1 });
    }
    expect(await getBalance(shop, ada)).toBe(100_000);
    await issueWithVat(shop);
    const credits = (await listInvoices(shop, ada)).filter(({ kind }) => kind === 'credit');
    expect([credits.length, credits.reduce((all, { vat }) => all + vat, 0)]).toEqual([2, paper.vat]);
    const notes = await Promise.all(credits.map(({ id }) => readContent(shop, id)));
    expect(notes.map(({ lines }) => lines.length).sort()).toEqual([2, 3]);
    await expectAudited(shop);
  });

  test('a monthly add-on is charged with every month, at the agreed price', async ({ shop }) => {
    let ada = await buyer(shop);
    const month = 52_900 + 6_000;
    await funded(shop, ada, 2 * month);
    const line: Line = { offerId: 'monthly-pages', quantity: 1, platform: null, answers: {}, addOns: [{ id: 'put-online', quantity: 1 }] };
    const { body: prices } = await shop.call('POST /api/prices', { currency: 0 });
    const questions = prices.offers.find(({ id }) => id === 'monthly-pages')?.fields ?? [];
    expect(questions.filter(({ required }) => required).map(({ name }) => name)).toEqual(['rightsConfirmed']);
    await placed(shop, ada, { lines: [{ ...line, answers: { rightsConfirmed: true } }], payFromBalance: true });
    expect(await running(shop, ada)).toMatchObject([{ price: month, addOns: [{ id: 'put-online', quantity: 1, unitPrice: 6_000 }] }]);
    await logInLater(shop, ada, { days: 29 });
    ada = await logInLater(shop, ada, { days: 3 });
    const orders = await listOrders(shop, ada);
    expect(orders.map(({ price, addOns }) => [price, addOns?.map(({ unitPrice }) => unitPrice)])).toEqual([
      [month, [6_000]],
      [month, [6_000]],
    ]);
    expect(await getBalance(shop, ada)).toBe(0);
    await expectAudited(shop);
  });

  test('an order without add-ons has no field of them', async ({ shop }) => {
    const ada = await buyer(shop);
    await placed(shop, ada, { lines: [await certificate(shop, ada)] });
    await placed(shop, await again(shop, ada), { lines: [await certificate(shop, ada, [])] });
    for (const each of await listOrders(shop, ada)) expect(Object.keys(each)).not.toContain('addOns');
  });
});
