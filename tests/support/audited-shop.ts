// `test` for files about money: no rate limits, and after each test the audit of the books must find nothing.
import { expectAudited } from './money.ts';
import { test as base, type ShopOptions } from './shop.ts';

/** The same with other options of the shop. */
export const auditedTest = (options: ShopOptions) =>
  base
    .extend('shopOptions', { scope: 'file' }, options)
    .extend('audited', { auto: true }, ({ shop }, { onCleanup }) => onCleanup(() => expectAudited(shop)));

export const test = auditedTest({ environment: { RATE_LIMITS: 'off' } });
