// Checks the rules of deposits in money.yaml. Each currency has its own, because nothing is converted.
import { getCurrencyNumber, getDecimals } from '#lib/money/money.ts';
import { checkSource } from '#lib/yaml/check.ts';
import { createErrorBuilder, isSourceErrors, type Parsed, type Reasons, type Source, type SourceError } from '#lib/yaml/source.ts';
import { MONEY_FILE, usualCurrencies } from '#modules/catalogue/shapes-money.ts';
import type { DepositRules } from './rules.ts';
import { type MoneyValue, moneyShape } from './shapes-deposits.ts';

const FILE = `shop/${MONEY_FILE}`;
/** Well below the largest amount that the ledger can store. */
const MAX_MINOR_UNITS = 1_000_000_000;

/** The rules for what the shop sells in, or all errors. */
export function parseDepositRules(source: Source): DepositRules | readonly SourceError[] {
  const parsed = checkSource(source, moneyShape);
  if (isSourceErrors(parsed)) return parsed;
  const { currencies = usualCurrencies, deposits, depositCouponShare, priceUnanswered } = parsed.value;
  const errors = [...listMissingLimits(parsed, currencies), ...findCrossed(parsed)];
  if (errors.length > 0) return errors;
  return {
    couponShare: depositCouponShare,
    priceUnanswered,
    limits: currencies.flatMap((code) => {
      const limit = deposits[code];
      const currency = getCurrencyNumber(code);
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

type ParsedMoney = Parsed<MoneyValue>;

const listMissingLimits = ({ value: { deposits }, findLine }: ParsedMoney, currencies: readonly string[]): SourceError[] =>
  currencies
    .filter((code) => deposits[code] === undefined)
    .map((code) => createErrorBuilder(reasons, FILE, findLine)(['deposits', code], 'limit-missing', { currency: code }));

function findCrossed({ value: { deposits }, findLine }: ParsedMoney): SourceError[] {
  return Object.entries(deposits).flatMap(([code, { least, most }]) => {
    const highest = MAX_MINOR_UNITS / 10 ** getDecimals(getCurrencyNumber(code));
    const error = createErrorBuilder(reasons, FILE, findLine);
    const path = ['deposits', code, 'most'];
    if (most > highest) return [error(path, 'above-highest', { highest })];
    return least > most ? [error(path, 'below-least', { least })] : [];
  });
}
