// Languages that the owner adds by files.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languagesShop } from '../support/languages-shop.ts';
import { shop as openShop, type Shop } from '../support/shop.ts';

let files: Awaited<ReturnType<typeof languagesShop>>;
let shop: Shop;
beforeAll(async () => {
  files = await languagesShop();
  shop = await openShop({ folder: files.folder });
});
afterAll(async () => {
  await shop.close();
  await files[Symbol.asyncDispose]();
});

const page = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(shop.urls.storefront + path, { headers });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

test('smoke', async () => {
  for (const l of ['fr', 'de', 'ar']) {
    const p = await page(`/?lang=${l}`);
    console.log(
      p.status,
      p.text.slice(0, 300),
      p.text.match(/data-languages="[^"]*" data-messages="[^"]*"/)?.[0],
      p.text.includes('Se connecter'),
    );
    const v = p.text.match(/data-messages="([^"]*)"/)?.[1];
    const m = await page(`/messages/${v}/common.${l}.json`);
    console.log(m.status, m.headers.get('cache-control'), m.text.slice(0, 200), m.text.includes('Se connecter'));
    console.log((await page(`/messages/${v}/nothing.${l}.json`)).status, (await page(`/messages/x/common.${l}.json`)).status);
  }
  expect(1).toBe(1);
});
