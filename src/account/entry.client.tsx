// The account's app. It is drawn in the main element of a page whose frame the server has rendered, and
// src/site/enhance makes that alive.
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { fallbackLocale, type ShopLanguages, setLanguages } from '#lib/locale.ts';
import { localeFrom } from '#ui/browser/local-storage.ts';
import type { Loaded } from '#ui/page/data.ts';
import type { PageState } from '#ui/page/state.ts';
import { isDocument, matchPage } from '../pages.ts';
import { followSession, queryClient } from './api/queries.ts';
import { App } from './app/app.tsx';
import { loadPage } from './app/data-cache.ts';
import { loadScreen } from './app/page-registry.ts';
import { loadTexts } from './app/texts.ts';
import '#ui/styles/tokens.css';
import '#ui/styles/base.css';

export async function startApp(): Promise<void> {
  const first = await firstPageState();
  followSession();
  createRoot(document.getElementById('main') as HTMLElement).render(
    <QueryClientProvider client={queryClient}>
      <App first={first} />
    </QueryClientProvider>,
  );
}

/** The page that the server has rendered, or another one in its document. */
async function firstPageState(): Promise<PageState> {
  const { locale: spoken, currency: chosen, page, languages } = (document.getElementById('root') as HTMLElement).dataset;
  if (languages) setLanguages(JSON.parse(languages) as ShopLanguages);
  const locale = localeFrom(spoken) ?? fallbackLocale;
  const currency = Number(chosen);
  const { pathname: path, search: query, hash } = location;
  const { name, params = {} } = matchPage(path) ?? {};
  if (name === undefined || isDocument(name)) throw new Error(`${path} is no page of the app`);
  const data = document.getElementById('storefront')?.textContent;
  const [i18n, loaded] = await Promise.all([
    loadTexts(locale),
    data && page === name ? (JSON.parse(data) as Loaded) : loadPage({ path, query, locale, currency }),
    loadScreen(name),
  ]);
  return { ...loaded, address: path + query + hash, screen: name, params, locale, currency, i18n, turn: 0, scroll: undefined };
}
