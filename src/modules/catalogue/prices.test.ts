// Tests POST /api/prices over HTTP: offers in every currency and language, catalogue changes, and invalid
// requests.

import { Currency } from '#lib/money/money.ts';
import { ServiceType } from '../../../tests/support/owner-files.ts';
import { openTransaction, waitingForLock } from '../../../tests/support/rows/database.ts';
import { deletePrice, lockCatalogueVersion, retireOffer, setUnitPrice } from '../../../tests/support/rows/orders.ts';
import { describe, expect, shop as openShop, type Shop, test } from '../../../tests/support/shop.ts';
import { openCatalogue } from './actions.ts';
import { type Prices, pricesShape } from './shapes.ts';

const request = (shop: Shop, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${shop.urls.storefront}/api/prices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const prices = async (shop: Shop, currency: number, language = 'en') =>
  (await request(shop, { currency }, { 'accept-language': language })).json() as Promise<Prices>;
const unitPrice = (answer: Prices, id: string) => answer.offers.find((offer) => offer.id === id)?.unitPrice;

describe('price list', () => {
  test.for(Object.entries(Currency))('%s: every offer has a price', async ([_code, currency], { shop }) => {
    const answer = await prices(shop, currency);
    expect(pricesShape.safeParse(answer).success).toBe(true);
    expect(answer.currency).toBe(currency);
    expect(answer.offers).toHaveLength(21);
    for (const offer of answer.offers) expect(offer.unitPrice, offer.id).toBeGreaterThan(0);
  });

  test('each currency has its own prices and the same offer ids', async ({ shop }) => {
    const [euro, dollar] = await Promise.all([prices(shop, Currency.EUR), prices(shop, Currency.USD)]);
    expect(unitPrice(euro, 'brand-stories-600')).toBe(9900);
    expect(unitPrice(dollar, 'brand-stories-600')).toBe(10900);
    expect(euro.offers.map(({ id }) => id)).toEqual(dollar.offers.map(({ id }) => id));
  });

  test('there are six platforms, one with a surcharge', async ({ shop }) => {
    const { platformTypes } = await prices(shop, Currency.EUR);
    expect(platformTypes.map(({ platform, surchargePercent }) => [platform, surchargePercent])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
      [5, 10],
    ]);
  });

  test('a bundle lists its pieces, a single offer lists itself', async ({ shop }) => {
    const { offers } = await prices(shop, Currency.EUR);
    const suite = offers.find(({ serviceType }) => serviceType === ServiceType.BrandExpansionSuite);
    expect(suite?.pieces.map(({ offerId }) => offerId)).toEqual([
      'brand-stories-600',
      'catchy-phrases-10',
      'quick-reads-500',
      'quick-reads-500',
      'hashtag-magic-3',
    ]);
    expect(offers.find(({ id }) => id === 'quick-reads-300')?.pieces).toMatchObject([{ offerId: 'quick-reads-300', quantity: 1 }]);
  });

  test.for([
    ['en', '600 words', 'Brand name'],
    ['es', '600 palabras', 'Nombre de la marca'],
    ['ja', '約1,200字', 'ブランド名'],
  ])('labels are in language %s', async ([language, unit, label], { shop }) => {
    const offer = (await prices(shop, Currency.EUR, language)).offers.find(({ id }) => id === 'brand-stories-600');
    expect(offer?.unit).toBe(unit);
    expect(offer?.fields.find(({ name }) => name === 'brandName')?.label).toBe(label);
  });

  test('the locale cookie takes precedence over Accept-Language', async ({ shop }) => {
    const answer = (await (await request(shop, { currency: 0 }, { cookie: 'a=1; locale=es', 'accept-language': 'ja' })).json()) as Prices;
    expect(answer.offers.find(({ id }) => id === 'brand-stories-600')?.unit).toBe('600 palabras');
  });

  test.for(['br', 'gzip'])('%s compresses the same response to less than a quarter', async (encoding, { shop }) => {
    const plain = await request(shop, { currency: 0 }, { 'accept-encoding': 'identity' });
    const packed = await request(shop, { currency: 0 }, { 'accept-encoding': encoding });
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 4);
    expect(await packed.text()).toBe(await plain.text());
  });
});

describe('catalogue change', () => {
  test('a new price is returned without a restart', async () => {
    await using shop = await openShop();
    expect(unitPrice(await prices(shop, Currency.NOK), 'quick-reads-300')).toBe(28900);
    await setUnitPrice(shop, 'quick-reads-300', Currency.NOK, 30_000);
    await expect.poll(async () => unitPrice(await prices(shop, Currency.NOK), 'quick-reads-300')).toBe(30000);
  });

  test('an offer without a price in a currency is not listed in it', async () => {
    await using shop = await openShop();
    await deletePrice(shop, 'hashtag-magic-1', Currency.USD);
    await expect.poll(async () => (await prices(shop, Currency.USD)).offers.map(({ id }) => id)).not.toContain('hashtag-magic-1');
    expect(unitPrice(await prices(shop, Currency.EUR), 'hashtag-magic-1')).toBe(900);
  });
});

test('catalogue changed while it is reloaded: the version that was read has the offers of that version', async () => {
  await using own = await openShop();
  const offerId = 'brand-stories-300';
  const reloaded = await openCatalogue(own.ctx, async () => undefined, { kinds: [], instantMakers: [] });
  const before = reloaded.version();
  await using change = await openTransaction(own);
  await lockCatalogueVersion(change);
  const reload = reloaded.reload();
  await expect.poll(() => waitingForLock(own)).toBe(1);
  await retireOffer(change, offerId);
  await change.commit();
  await reload;
  expect(reloaded.current().offers.some(({ id, isSold }) => isSold && id === offerId)).toBe(reloaded.version() === before);
  await reloaded.reload();
  expect(reloaded.version()).not.toBe(before);
  expect(reloaded.current().offers.some(({ id, isSold }) => isSold && id === offerId)).toBe(false);
});

describe('invalid request', () => {
  test.for<[unknown, string, string]>([
    [{ currency: 2 }, 'en', 'Choose one of the options.'],
    [{ currency: 'EUR' }, 'en', 'Choose one of the options.'],
    [{ currency: '0' }, 'en', 'Choose one of the options.'],
    [{ currency: 99999999999 }, 'en', 'Choose one of the options.'],
    [{ currency: null }, 'es', 'Elige uno de los valores ofrecidos.'],
    [{ currency: [0] }, 'ja', '選択肢の中からお選びください。'],
    [{}, 'en', 'Fill in this field.'],
    [{ Currency: 0 }, 'es', 'Rellena este dato.'],
  ])('%j in language %s gets 400 with an error on the field', async ([body, language, message], { shop }) => {
    const answer = await request(shop, body, { 'accept-language': language });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await answer.json()).toMatchObject({ status: 400, errors: { currency: [message] } });
  });

  test.for(['null', '[]', '"text"', '7'])('%s instead of an object gets 400', async (body, { shop }) => {
    const answer = await request(shop, body);
    expect(answer.status).toBe(400);
    expect((await answer.json()) as object).toHaveProperty('errors');
  });

  test('unknown fields are ignored', async ({ shop }) => {
    expect((await request(shop, { currency: 0, price: 1, __proto__: { admin: true } })).status).toBe(200);
    expect((await request(shop, '{"currency":0,"__proto__":{"admin":true},"constructor":{"prototype":{}}}')).status).toBe(200);
  });
});
