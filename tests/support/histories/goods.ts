// What customers of a history order: lines and coupons, with volume prices and add-ons.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Line } from '#modules/orders/shapes.ts';
import { kits, monthly, story, suite, tags } from '../cart-lines.ts';
import type { World } from './world.ts';

/** At volume prices, with add-ons that are ticked, counted and per unit; see makeExtras. */
const stories = (): Line =>
  story({
    quantity: 5,
    addOns: [
      { id: 'copy', quantity: 3 },
      { id: 'gift', quantity: 1 },
      { id: 'rush', quantity: 1 },
    ],
  });
const monthlyExtra = (): Line => monthly({ addOns: [{ id: 'online', quantity: 1 }] });

export const lines = { story, stories, tags, kits, suite, monthly, monthlyExtra } as const satisfies Record<string, () => Line>;
export type LineName = keyof typeof lines;

/**
 * 100% off hashtags, 20% off all orders, 20% off deposits, and 100% off hashtags with a limited number of
 * uses.
 */
export const coupons = {
  none: null,
  tags: `TAGS-${randomUUID()}`,
  fifth: `FIFTH-${randomUUID()}`,
  funds: `FUNDS-${randomUUID()}`,
  limited: `LIMITED-${randomUUID()}`,
} as const;

export const makeCoupons = ({ shop }: Pick<World, 'shop'>) =>
  shop.sql(
    `insert into coupon (code, code_key, kind, percent, applies_to, services, total_limit, created_at) values
      ($1, upper($1), 'percent', 100, 'orders', '[5]', null, now()), ($2, upper($2), 'percent', 20, 'orders', null, null, now()),
      ($3, upper($3), 'percent', 20, 'deposits', null, null, now()), ($4, upper($4), 'percent', 100, 'orders', '[5]', 40, now())`,
    [coupons.tags, coupons.fifth, coupons.funds, coupons.limited],
  );

const addOn = (id: string, charged: string, EUR: number, maxQuantity = 1) => ({
  ...{ id, charged, maxQuantity, description: null, offers: null, prices: { EUR } },
  name: { en: id, es: id, jp: id },
});

/** Volume prices and add-ons, which the sample shop has none of. */
export async function makeExtras({ shop }: Pick<World, 'shop'>): Promise<void> {
  const set = `update catalogue_service set add_ons = $2 where type = (select service_type from catalogue_offer where id = $1)`;
  const ofStory = [addOn('copy', 'counted', 705, 5), addOn('gift', 'once', 333), addOn('rush', 'perUnit', 1_001)];
  await shop.sql(set, ['brand-stories-600', JSON.stringify(ofStory)]);
  await shop.sql(set, ['growth-accelerator-bundle', JSON.stringify([addOn('online', 'once', 1_501)])]);
  await shop.sql(`update catalogue_offer set tiers = $1 where id = 'brand-stories-600'`, [
    JSON.stringify([
      { from: 2, prices: { EUR: 8_003 } },
      { from: 4, prices: { EUR: 7_001 } },
    ]),
  ]);
  const offer = async () => (await shop.call('POST /api/prices', { currency: 0 })).body.offers.find(({ id }) => id === 'brand-stories-600');
  await expect.poll(async () => [(await offer())?.addOns?.length, (await offer())?.tiers?.length]).toEqual([3, 2]);
}
