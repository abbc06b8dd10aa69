// Which catalogs get a message, by the files that use it.
import { expect, test } from 'vitest';
import { catalogsOf } from './catalog-files.ts';

const feature = (file: string): string => `src/account/features/${file}`;

test.each<[string, readonly string[], readonly string[]]>([
  ['file of one page', [feature('cart/cart-page.tsx')], ['cart']],
  ['file that no row names', ['src/account/layout/progress-bar.tsx'], ['common']],
  ['file of every page and of one page', ['src/account/layout/progress-bar.tsx', feature('cart/cart-page.tsx')], ['common']],
  ['files of two pages', [feature('cart/cart-page.tsx'), feature('funds/funds-page.tsx')], ['cart', 'funds']],
  ['form field', ['src/ui/forms/field.tsx'], ['further', 'cabinet', 'funds', 'support', 'order', 'cart']],
  ['lazy component in the folder of a page', [feature('settings/withdrawals.tsx')], ['late']],
  ['messages of a lazy component and of pages', ['src/ui/i18n/support-messages.ts'], ['support', 'late']],
])('catalogs: %s', (_, files, catalogs) => expect(catalogsOf(files)).toEqual(catalogs));
