// Checks the rules of deposits in money.yaml. Each currency has its own, because nothing is converted.
import * as z from 'zod/mini';
import { isCurrencyCode } from '#lib/money/currencies.ts';
import { currencyNumber, getDecimals } from '#lib/money/money.ts';
import { checkSource } from '#lib/yaml/check.ts';
import { createErrorBuilder, isSourceErrors, type Parsed, type Reasons, type Source, type SourceError } from '#lib/yaml/source.ts';
import { currenciesShape, MONEY_FILE, usualCurrencies } from '#modules/catalogue/shapes-money.ts';
import { type DepositRules, USUAL_COUPON_SHARE } from './rules.ts';

const FILE = `shop/${MONEY_FILE}`;
/** Well below the largest amount that the ledger can store. */
const MAX_MINOR_UNITS = 1_000_000_000;

const units = z.int().check(z.gte(1));
const limitShape = z.strictObject({ least: units, most: units });
const code = z.string().check(z.refine(isCurrencyCode, 'is not the ISO 4217 code of a currency'));
const moneyShape = z.strictObject({
  currencies: currenciesShape,
  deposits: z.record(code, limitShape),
  // Never 100: an operator who may make coupons would give money away.
  depositCouponShare: z.optional(z.int().check(z.gte(1), z.lte(99))),
});

/** The rules for what the shop sells in, or all errors. */
export function parseDepositRules(source: Source): DepositRules | readonly SourceError[] {
  const parsed = checkSource(source, moneyShape);
  if (isSourceErrors(parsed)) return parsed;
  const { currencies = usualCurrencies, deposits, depositCouponShare = USUAL_COUPON_SHARE } = parsed.value;
  const errors = [...missing(parsed, currencies), ...crossed(parsed)];
  if (errors.length > 0) return errors;
  return {
    couponShare: depositCouponShare,
    limits: currencies.flatMap((code) => {
      const limit = deposits[code];
      const currency = currencyNumber(code);
      const minor = 10 ** getDecimals(currency);
      return limit ? [{ currency, least: limit.least * minor, most: limit.most * minor }] : [];
    }),
  };
}

const reasons = {
  'limit-missing': ({ currency }) => `is missing, and the shop sells in ${currency}`,
  'above-highest': ({ highest }) => `must be at most ${highest}`,
  'below-least': ({ least }) => `must be at least ${least}`,
} as const satisfies Reasons;

type ParsedMoney = Parsed<z.output<typeof moneyShape>>;

const missing = ({ value: { deposits }, findLine }: ParsedMoney, currencies: readonly string[]): SourceError[] =>
  currencies
    .filter((code) => deposits[code] === undefined)
    .map((code) => createErrorBuilder(reasons, FILE, findLine)(['deposits', code], 'limit-missing', { currency: code }));

function crossed({ value: { deposits }, findLine }: ParsedMoney): SourceError[] {
  return Object.entries(deposits).flatMap(([code, { least, most }]) => {
    const highest = MAX_MINOR_UNITS / 10 ** getDecimals(currencyNumber(code));
    const error = createErrorBuilder(reasons, FILE, findLine);
    const path = ['deposits', code, 'most'];
    if (most > highest) return [error(path, 'above-highest', { highest })];
    return least > most ? [error(path, 'below-least', { least })] : [];
  });
}
