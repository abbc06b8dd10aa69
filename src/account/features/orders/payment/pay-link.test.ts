import { expect, test } from 'vitest';
import { findTarget } from './pay-link.ts';

const shop = { origin: 'https://shop.example', host: 'shop.example' };

test.each([
  ['of the provider', 'https://bank.example/pay/1', 'provider'],
  ['of an order by hand that is not agreed to yet', 'https://shop.example/pay?code=1', 'review'],
  ['of a purchase that is settled', 'https://shop.example/cabinet/order-history', 'history'],
] as const)('payment link %s: leads there', (_, link, target) => expect(findTarget(link, shop)).toBe(target));
