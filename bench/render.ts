// Benchmark of page rendering alone: the server bundle without HTTP, headers or compression.
import { join } from 'node:path';
import { readShopTexts } from '../src/infra/shop-source/shop-texts.ts';
import { ensureBuilt } from '../src/infra/web/builds/build.ts';
import { prodRenderer } from '../src/infra/web/renderers.ts';
import { Currency } from '../src/lib/money/money.ts';
import { type PageName, pages } from '../src/pages.ts';

const SECONDS = 3;

/** Home page and services page. */
export async function renderRates(storefront: unknown): Promise<readonly number[]> {
  const renderers = await prodRenderer(await ensureBuilt());
  const renderer = await renderers.renderer();
  const shop = await readShopTexts(join(import.meta.dirname, '../shop'), { shopUrl: 'https://shop.example' });
  const rate = async (screen: PageName, seconds: number) => {
    const page = { screen, params: {}, path: pages[screen].path, locale: 'en', currency: Currency.EUR, storefront, shop } as const;
    const begun = performance.now();
    let count = 0;
    for (; performance.now() - begun < seconds * 1_000; count++) await renderer.render(page);
    return (count * 1_000) / (performance.now() - begun);
  };
  await rate('home', 1);
  return [await rate('home', SECONDS), await rate('services', SECONDS)];
}
