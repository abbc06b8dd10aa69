// When work on a paid order starts, by country, VAT ID and the buyer's choice.

import type { CatalogueField } from '#modules/catalogue/shapes.ts';
import { monthly, story, textCheck } from '../../../../tests/support/cart-lines.ts';
import { operating } from '../../../../tests/support/desk.ts';
import { buyer, fetchPrice, funded, getErrors, listOrders, order } from '../../../../tests/support/money.ts';
import { brief, bundled, createBrief, whole } from '../../../../tests/support/pieces.ts';
import { letRun } from '../../../../tests/support/rows/jobs.ts';
import { test as base, describe, expect } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

type Case = readonly [condition: string, country: string, startNow: boolean | undefined, vatId: string, expected: string];

const people: readonly Case[] = [
  ['a consumer in Norway without a choice', 'NO', undefined, '', 'mayBeginLater'],
  ['a consumer in Germany without a choice', 'DE', undefined, '', 'mayBeginLater'],
  ['a consumer in the United Kingdom without a choice', 'GB', undefined, '', 'mayBeginLater'],
  ['a consumer in Norway asks to wait', 'NO', false, '', 'mayBeginLater'],
  ['a consumer in Norway asks to start', 'NO', true, '', 'paid'],
  ['a business in Germany without a choice', 'DE', undefined, 'DE136695976', 'paid'],
  ['a business in Germany asks to wait', 'DE', false, 'DE136695976', 'paid'],
  ['a consumer in Japan without a choice', 'JP', undefined, '', 'paid'],
  ['a consumer in Japan asks to wait', 'JP', false, '', 'paid'],
  ['a consumer in Switzerland without a choice', 'CH', undefined, '', 'paid'],
];
const programs: readonly Case[] = [
  ['a consumer in Norway without a choice', 'NO', undefined, '', 'instant'],
  ['a consumer in Norway asks to wait', 'NO', false, '', 'mayBeginLater'],
  ['a consumer in Japan without a choice', 'JP', undefined, '', 'instant'],
];

describe.for([
  ['work of people', story(), people],
  ['work of a program', textCheck('The loaf comes out of the oven at six. '.repeat(5)), programs],
] as const)('%s', ([, line, cases]) => {
  test.for(cases)('%s: the expected date has the right reason', async ([, country, startNow, vatId, because], { shop }) => {
    const who = await buyer(shop);
    await funded(shop, who, 20_000);
    if (vatId)
      expect((await shop.call('POST /api/papers/details', { company: 'Loaf & Queue', vatId }, { token: who.token })).status).toBe(200);
    const bought = await order(shop, who, {
      lines: [line],
      country,
      payFromBalance: true,
      ...(startNow === undefined ? {} : { startNow }),
    });
    expect(getErrors(bought)).toEqual([200, undefined]);
    expect(await listOrders(shop, who)).toMatchObject([{ expectedBecause: because }]);
  });
});

test('VAT ID removed: the next order waits, the one before does not', async ({ shop }) => {
  const who = await buyer(shop);
  await funded(shop, who, 40_000);
  for (const vatId of ['DE136695976', '']) {
    expect((await shop.call('POST /api/papers/details', { company: 'Loaf & Queue', vatId }, { token: who.token })).status).toBe(200);
    await order(shop, who, { country: 'DE', payFromBalance: true });
    // The shop's clock does not run, and orders are sorted by time.
    shop.clock.turn({ seconds: 1 });
  }
  expect((await listOrders(shop, who)).map(({ expectedBecause }) => expectedBecause)).toEqual(['mayBeginLater', 'paid']);
});

describe('offers of Content Checker', () => {
  const listFieldNames = (fields: readonly CatalogueField[]) =>
    fields
      .filter(({ required }) => required)
      .map(({ name }) => name)
      .sort();

  test('the automatic check has no brand, tone or revisions, the reviewed check has all three', async ({ shop }) => {
    const { body } = await shop.call('POST /api/prices', { currency: 0 });
    const [automatic, reviewed] = ['content-checker-automatic', 'content-checker-reviewed'].map((id) =>
      body.offers.find((offer) => offer.id === id),
    );
    expect([automatic?.revisions, listFieldNames(automatic?.fields ?? [])]).toEqual([0, ['language', 'rightsConfirmed', 'text']]);
    expect(automatic?.fields.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['brandName']));
    expect(automatic?.fields.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['tone']));
    expect([reviewed?.revisions, listFieldNames(reviewed?.fields ?? [])]).toEqual([
      2,
      ['brandName', 'language', 'rightsConfirmed', 'text', 'tone'],
    ]);
  });

  test('without brand and tone the automatic check is accepted, the reviewed check is refused on both fields', async ({ shop }) => {
    const who = await buyer(shop);
    const answers = { language: 'en', rightsConfirmed: true, text: 'The loaf comes out of the oven at six. '.repeat(5) };
    const line = (offerId: string) => ({ offerId, quantity: 1, platform: null, answers });
    expect(await fetchPrice(shop, who, [line('content-checker-automatic')])).toBe(400);
    const refused = await order(shop, who, { lines: [line('content-checker-reviewed')], price: 1_600 });
    expect(getErrors(refused)).toEqual([
      400,
      { 'orderFormData[0].answers.brandName': expect.anything(), 'orderFormData[0].answers.tone': expect.anything() },
    ]);
  });
});

describe.for(['growth-accelerator-bundle', 'authority-builder-pro'])('%s', (offerId) => {
  test('bought without a choice: expected when its last piece is, in the list, the order, the desk and the email', async ({ shop }) => {
    const { who, orderId, pieces } = await bundled(shop, { ...monthly(), offerId });
    const dates = pieces.map(({ expectedAt, expectedBecause }) => [expectedBecause, expectedAt] as const);
    const [later] = dates.filter(([because]) => because === 'mayBeginLater');
    // The automatic check may begin at once, and waits for its brief.
    expect(dates.map(([because]) => because).filter((because) => because !== 'mayBeginLater')).toEqual(['paused']);
    const isThat = { expectedAt: later?.[1], expectedBecause: 'mayBeginLater' };
    expect(await listOrders(shop, who)).toMatchObject([isThat]);
    expect(await whole(shop, who, orderId)).toMatchObject(isThat);
    const { body } = await (await operating(shop, 'owner')).call('GET /api/order', { id: orderId });
    expect(body.order).toMatchObject({ ...isThat, estimatedDeliveryAt: (await listOrders(shop, who))[0]?.estimatedDeliveryAt });
    await letRun(shop, 'orders.sendConfirmations');
    const { text } = await shop.mail(who.email, /^Your order is confirmed/);
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect(text).toMatch(
      new RegExp(
        `  Expected by ${day.format(new Date(later?.[1] ?? ''))} at .*\\n(.*\\n)*  (\\d+ × )?Content Checker, .*: Expected by .* if you send`,
      ),
    );

    const check = pieces.find(({ expectedBecause }) => expectedBecause === 'paused');
    expect((await brief(shop, who, orderId, check ? [createBrief(check)] : [])).status).toBe(200);
    const after = await whole(shop, who, orderId);
    expect(after).toMatchObject(isThat);
    expect(after.pieces.find(({ id }) => id === check?.id)?.expectedBecause).not.toBe('paused');
  });
});
