// The storefront from the owner's files without a database, for measurements and page tests.
import { join } from 'node:path';
import type { Locale } from '../src/lib/locale.ts';
import type { CurrencyNumber } from '../src/lib/money/money.ts';
import { newNumbers } from '../src/modules/catalogue/keys.ts';
import { catalogueOf, catalogueRows, currencyRows } from '../src/modules/catalogue/rows.ts';
import { viewCatalogue } from '../src/modules/catalogue/rules.ts';
import type { Storefront } from '../src/modules/catalogue/shapes.ts';
import { readCatalogueFiles } from '../src/modules/catalogue/source/files.ts';

export type StorefrontOf = (locale: Locale, currency: CurrencyNumber) => Storefront;

export async function storefrontOfFiles(): Promise<StorefrontOf> {
  const { source, currencies } = await readCatalogueFiles(join(import.meta.dirname, '../shop/catalogue'));
  const keys = source.services.map(({ key }) => key);
  const numbers = newNumbers(keys, new Map(), source.common.numbers);
  const catalogue = catalogueOf({ ...catalogueRows(source, numbers), currencies: currencyRows(currencies) }, 'files');
  return (locale, currency) => viewCatalogue(catalogue, locale, currency);
}
