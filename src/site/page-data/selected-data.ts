// Keeps what pages show of the catalogue and of the owner's texts until one of them changes. Both are
// replaced as a whole, never changed in place.
import type { RenderRequest, ShopTexts } from '#lib/rendering.ts';
import type { Storefront } from '#modules/catalogue/shapes.ts';
import type { Loaded } from '#ui/page/data.ts';
import { getPageRow, type PageName } from '../../pages.ts';

type Selected = { readonly texts: readonly unknown[]; readonly loaded: Loaded };

const bySource = new WeakMap<Storefront, Map<string, Selected>>();
const layouts = new Map<string, { readonly sources: readonly unknown[]; readonly layout: Loaded['shell'] }>();

const listTexts = ({ brand, company, menus, home, questions, questionGroups, samples, policies }: ShopTexts): readonly unknown[] => [
  brand,
  company,
  menus,
  home,
  questions,
  questionGroups,
  samples,
  policies,
];

const haveSameItems = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.every((each, index) => each === others[index]);

/** Header and footer, one for each language. */
export function keepLayout({ shop, locale }: RenderRequest, { currencies }: Storefront, select: () => Loaded['shell']): Loaded['shell'] {
  const sources = [shop.brand, shop.company, shop.menus, currencies.join()];
  const cachedData = layouts.get(locale);
  if (cachedData && haveSameItems(sources, cachedData.sources)) return cachedData.layout;
  const layout = select();
  layouts.set(locale, { sources, layout });
  return layout;
}

/** The data of a plain page; those of a query, a form or a path parameter are selected for each request. */
export function keepData(screen: PageName, request: RenderRequest, select: () => Loaded): Loaded {
  const { path, posted, own, shop, locale } = request;
  if (path !== getPageRow(screen).path || posted || own !== undefined) return select();
  const storefront = request.storefront as Storefront;
  const pages = bySource.get(storefront) ?? new Map<string, Selected>();
  bySource.set(storefront, pages);
  const key = `${screen} ${locale}`;
  const texts = listTexts(shop);
  const cachedData = pages.get(key);
  if (cachedData && haveSameItems(texts, cachedData.texts)) return cachedData.loaded;
  const loaded = select();
  pages.set(key, { texts, loaded });
  return loaded;
}

export function forgetSelected(): void {
  layouts.clear();
}
