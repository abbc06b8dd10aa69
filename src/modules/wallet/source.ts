// Reads the deposit limits from the shop's money.yaml. Each currency has its own, because nothing is converted.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { StartFaults } from '../../infra/config/config.ts';
import { Currency, type CurrencyCode, currencyCodes } from '../../lib/money/money.ts';
import { faultLine, isFaults, type Parsed, parseYaml, type SourceFault } from '../../lib/yaml/source.ts';
import type { DepositLimit } from './rules.ts';

const FILE = 'shop/money.yaml';
const MINOR_UNITS = 100;
/** Well below the largest amount that the ledger can store. */
const MAX_UNITS = 10_000_000;

const units = z.int().check(z.gte(1), z.lte(MAX_UNITS));
const limitShape = z.strictObject({ least: units, most: units });
const byCode = <T>(value: T) => Object.fromEntries(currencyCodes.map((code) => [code, value])) as Record<CurrencyCode, T>;
const moneyShape = z.strictObject({ deposits: z.strictObject(byCode(limitShape)) });

export async function readDepositLimits(shopFolder: string): Promise<readonly DepositLimit[]> {
  const limits = parseDepositLimits(await readFile(join(shopFolder, 'money.yaml'), 'utf8'));
  if (isFaults(limits)) throw new StartFaults(limits.map(faultLine));
  return limits.limits;
}

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
    return [{ file: FILE, line: lineOf(['deposits', code, 'most']), reason: `deposits.${code}.most: must be at least ${least}` }];
  });
}
