// The API reference at /developers: complete, without scripts, in the shop's look, and usable by everyone.
import { api, apiV1 } from '../../src/api.ts';
import { answerExamples, apiExamples, examples } from '../../src/api-docs.ts';
import { findCutOff, findHtmlErrors } from '../support/html.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, look, test } from '../support/journey.ts';

const at = (shop: { urls: { storefront: string } }, headers: Record<string, string> = {}) =>
  fetch(`${shop.urls.storefront}/developers`, { headers });

test('reference: lists every call with its examples, as valid HTML without a script', async ({ shop }) => {
  const answer = await at(shop);
  const html = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(findHtmlErrors(html)).toEqual([]);
  expect(html).not.toMatch(/<script|undefined|\[object/);
  for (const call of Object.keys({ ...api, ...apiV1 }).map((name) => name.replace(':id', '{id}'))) {
    const [method = '', path = ''] = call.split(' ');
    expect(html, call).toContain(`id="${`${method}${path.replaceAll('/', '-')}`.toLowerCase()}"`);
  }
  const answered = Object.values(apiExamples).filter(({ answer }) => answer !== undefined);
  const ofResellers = 1;
  expect(html.match(/<pre>/g)).toHaveLength(
    ofResellers + Object.keys(examples).length + Object.keys(answerExamples).length + Object.keys(apiV1).length + answered.length,
  );
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const [, id = ''] of html.matchAll(/ href="#([^"]+)"/g)) expect(ids, id).toContain(id);
});

test('reference: not sent again to a reader who has it', async ({ shop }) => {
  const { headers } = await at(shop);
  expect((await at(shop, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
});

test('reference: can be used by everyone, on a narrow screen and in the dark too', async ({ page }) => {
  await page.goto('/developers');
  for (const each of [
    { width: 320, colorScheme: 'dark' },
    { width: 1280, colorScheme: 'light' },
  ] as const) {
    await look(page, each);
    await expectNoSidewaysScroll(page);
    expect(await page.evaluate(findCutOff)).toEqual([]);
    await expectAccessible(page);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
});
