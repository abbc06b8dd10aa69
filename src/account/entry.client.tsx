// The account's app. It is drawn in the main element of a page whose frame the server has rendered, and
// src/site/enhance makes that alive.
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { fallbackLocale, type ShopLanguages, setLanguages } from '#lib/locale.ts';
import { parseLocale } from '#ui/browser/local-storage.ts';
import type { Loaded } from '#ui/page/data.ts';
import { followSession, queryClient } from './api/queries.ts';
import { loadPage, rememberPage } from './app/data-cache.ts';
import { createAccountRouter } from './app/router.tsx';
import { loadTexts } from './app/texts.ts';
import '#ui/styles/tokens.css';
import '#ui/styles/base.css';

export async function startApp(): Promise<void> {
  const { locale: spoken, currency: chosen, languages } = (document.getElementById('root') as HTMLElement).dataset;
  if (languages) setLanguages(JSON.parse(languages) as ShopLanguages);
  const locale = parseLocale(spoken) ?? fallbackLocale;
  const currency = Number(chosen);
  const request = { path: location.pathname, query: '', locale, currency };
  // A document of another page has none: a log-in that cannot be stored opens the app in its own.
  const data = document.getElementById('storefront')?.textContent;
  if (data) rememberPage(request, JSON.parse(data) as Loaded);
  const [i18n, { shell }] = await Promise.all([loadTexts(locale), loadPage(request)]);
  const router = createAccountRouter({ locale, currency, shell, i18n });
  await router.load();
  followSession();
  createRoot(document.getElementById('main') as HTMLElement).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
