// The list `currencies` of shop/money.yaml: what the owner sells in. The first one is the default.
import * as z from 'zod/mini';
import { isCurrencyCode } from '#lib/money/currencies.ts';
import { Currency, type CurrencyCode } from '#lib/money/money.ts';

export const MONEY_FILE = 'money.yaml';

/** What the file means by saying nothing. */
export const usualCurrencies: readonly CurrencyCode[] = Object.keys(Currency);
const MAX_CURRENCIES = 20;

const code = z.string().check(z.refine(isCurrencyCode, 'must be the ISO 4217 code of a currency, such as EUR'));
export const currenciesShape = z.optional(
  z.array(code).check(
    z.refine((codes) => codes.length > 0, 'must name at least one currency'),
    z.maxLength(MAX_CURRENCIES),
    z.refine((codes) => new Set(codes).size === codes.length, 'names a currency twice'),
  ),
);
