// Parses the deposit limits of money.yaml. Each currency has its own, because nothing is converted.
import * as z from 'zod/mini';
import { Currency, type CurrencyCode, currencyCodes } from '../../lib/money/money.ts';
import { isFaults, type Parsed, parseYaml, type SourceFault } from '../../lib/yaml/source.ts';
import type { DepositLimit } from './rules.ts';

const FILE = 'shop/money.yaml';
const MINOR_UNITS = 100;
/** Well below the largest amount that the ledger can store. */
const MAX_UNITS = 10_000_000;

const units = z.int().check(z.gte(1), z.lte(MAX_UNITS));
const limitShape = z.strictObject({ least: units, most: units });
const byCode = <T>(value: T) => Object.fromEntries(currencyCodes.map((code) => [code, value])) as Record<CurrencyCode, T>;
const moneyShape = z.strictObject({ deposits: z.strictObject(byCode(limitShape)) });

/** The limits, or all errors in the file. */
export function parseDepositLimits(text: string): { readonly limits: readonly DepositLimit[] } | readonly SourceFault[] {
  const parsed = parseYaml(FILE, text, moneyShape);
  if (isFaults(parsed)) return parsed;
  const faults = crossed(parsed);
  if (faults.length > 0) return faults;
  const { deposits } = parsed.value;
  return {
    limits: currencyCodes.map((code) => ({
      currency: Currency[code],
      least: deposits[code].least * MINOR_UNITS,
      most: deposits[code].most * MINOR_UNITS,
    })),
  };
}

function crossed({ value: { deposits }, lineOf }: Parsed<z.output<typeof moneyShape>>): SourceFault[] {
  return currencyCodes.flatMap((code) => {
    const { least, most } = deposits[code];
    if (least <= most) return [];
    const path = ['deposits', code, 'most'];
    return [{ file: FILE, line: lineOf(path), reason: `${path.join('.')}: must be at least ${least}`, path: path.join('.') }];
  });
}
