// The storefront from the owner's files without a database, for tests of its pages.
import { join } from 'node:path';
import type { Locale } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { newNumbers } from '#modules/catalogue/keys.ts';
import { catalogueRows, currencyRows, toCatalogue } from '#modules/catalogue/rows.ts';
import { viewCatalogue } from '#modules/catalogue/rules.ts';
import type { Storefront } from '#modules/catalogue/shapes.ts';
import { readCatalogueFiles } from '#modules/catalogue/source/files.ts';
import { defaultShop } from '#platform/paths.ts';

export type StorefrontOf = (locale: Locale, currency: CurrencyNumber) => Storefront;

export async function storefrontOfFiles(folder = defaultShop): Promise<StorefrontOf> {
  const { source, currencies } = await readCatalogueFiles(join(folder, 'catalogue'));
  const keys = source.services.map(({ key }) => key);
  const numbers = newNumbers(keys, new Map(), source.common.numbers);
  const catalogue = toCatalogue({ ...catalogueRows(source, numbers), currencies: currencyRows(currencies) }, 'files');
  return (locale, currency) => viewCatalogue(catalogue, locale, currency);
}
