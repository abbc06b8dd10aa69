import { expect, test } from 'vitest';
import { defaultShop } from '../paths.ts';
import { addressMark, withAddress } from './policy-address.ts';
import { readShopTexts } from './shop-texts.ts';

test('policies parsed without an address, and written with one: as if parsed with it', async () => {
  const shopUrl = 'https://shop.example:8443/?a=1&b=2';
  const policies = async (address: string) => (await readShopTexts(defaultShop, { shopUrl: address })).policies;
  const parsed = await policies(addressMark);
  expect(JSON.stringify(parsed)).toContain(JSON.stringify(addressMark).slice(1, -1));
  expect(withAddress(parsed, shopUrl)).toEqual(await policies(shopUrl));
});
