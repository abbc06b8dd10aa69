// The default shop, selling in other currencies: a folder whose prices are the euro prices in minor units,
// times a factor.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CurrencyCode } from '#lib/money/money.ts';
import { defaultShop } from '#platform/paths.ts';

/** How many minor units one euro cent is: `{ JPY: 1, KWD: 10 }`. The first one is the default. */
type Factors = Readonly<Record<CurrencyCode, number>>;

/** The caller removes it. */
export async function shopFolderIn(factors: Factors): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-currencies-'));
  await cp(defaultShop, folder, { recursive: true });
  await priceIn(folder, factors);
  await sellIn(folder, Object.keys(factors));
  return folder;
}

/** Deposits of 5 to 10,000 units, in yen of 500 to 1,000,000. */
export const sellIn = (folder: string, codes: readonly CurrencyCode[]): Promise<void> =>
  writeFile(
    join(folder, 'money.yaml'),
    [
      `currencies: [${codes.join(', ')}]`,
      'deposits:',
      ...codes.map((code) => `  ${code}: { ${code === 'JPY' ? 'least: 500, most: 1000000' : 'least: 5, most: 10000'} }`),
    ].join('\n'),
  );

async function priceIn(folder: string, factors: Factors): Promise<void> {
  const catalogue = join(folder, 'catalogue');
  for (const file of await readdir(catalogue)) {
    const text = await readFile(join(catalogue, file), 'utf8');
    const prices = (euro: string) => Object.entries(factors).map(([code, factor]) => `${code}: ${Number(euro) * factor}`);
    await writeFile(
      join(catalogue, file),
      text.replaceAll(/prices: \{ EUR: (\d+)[^}]*\}/g, (_, euro: string) => `prices: { ${prices(euro).join(', ')} }`),
    );
  }
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
