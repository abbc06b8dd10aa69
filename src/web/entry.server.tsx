// Server entry: renders pages. renderToString is enough, because every page is loaded before it is rendered and nothing suspends.
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { renderToString } from 'react-dom/server';
import type { Locale } from '../lib/locale.ts';
import type { PageMade, Renderer, RenderRequest, Site } from '../lib/rendering.ts';
import type { Storefront } from '../modules/catalogue/shapes.ts';
import { pageNames, type ScreenName } from '../pages.ts';
import { App } from './app/app.tsx';
import { screenFile } from './app/page-files.ts';
import { loadScreen, screens, titleOf } from './app/page-registry.ts';
import { htmlFlags } from './browser/html-flags.ts';
import { catalogNames, type TextFiles } from './i18n/catalogs.ts';
import { loadCatalog, loadTexts } from './i18n/i18n.ts';
import type { Loaded } from './router/page/data.ts';
import type { PageState } from './router/page/state.ts';
import { late } from './shared/with-catalog.tsx';
import { loader } from './ssr/bootstrap-script.ts';
import { aboutOf } from './ssr/meta-descriptions.ts';
import { omitHtml, selectLayoutData, selectPageData, selectPageHead } from './ssr/select-page-data.ts';
import { structuredData } from './ssr/structured-data.ts';

async function render(request: RenderRequest): Promise<PageMade> {
  const screen = screenName(request.screen);
  const [i18n] = await Promise.all([loadAllTexts(request.locale), loadScreen(screen)]);
  const loaded = load(request);
  const { path: address, params, locale, currency } = request;
  const first: PageState = { ...loaded, address, screen, params, locale, currency, i18n, turn: 0, scroll: undefined };
  const title = titleOf(screen, i18n, first);
  return {
    html: renderToString(<App first={first} />),
    title: request.posted ? `${i18n._(msg`Error:`)} ${title}` : title,
    about: aboutOf(screen, i18n, loaded.head),
    data: JSON.stringify(omitHtml(loaded)),
  };
}

function load(request: RenderRequest): Loaded {
  // The catalogue module builds it; lib/rendering.ts does not know its type.
  const storefront = request.storefront as Storefront;
  const screen = screenName(request.screen);
  return {
    shell: selectLayoutData(request.shop, storefront, request.locale),
    head: selectPageHead(screen, request),
    data: selectPageData[screen]({ storefront, request }),
  };
}

/** The title is empty for pages with the owner's title, which needs the owner's texts. */
async function headOf(name: string, locale: Locale): Promise<{ title: string; about: string }> {
  const i18n = await loadAllTexts(locale);
  const screen = screenName(name);
  const { title } = screens[screen];
  return { title: title === 'owner' ? '' : i18n._(title), about: aboutOf(screen, i18n, undefined) };
}

/** The catalogs that only the server needs. */
const served: TextFiles = {
  en: () => import('virtual:messages/served/en'),
  es: () => import('virtual:messages/served/es'),
  jp: () => import('virtual:messages/served/jp'),
};

async function loadAllTexts(locale: Locale): Promise<I18n> {
  const i18n = await loadTexts(locale, ...catalogNames);
  for (const files of [served, late]) await loadCatalog(i18n, locale, files[locale]);
  return i18n;
}

async function structured(request: RenderRequest, site: Site): Promise<string> {
  const screen = screenName(request.screen);
  const head = selectPageHead(screen, request) ?? (await headOf(screen, request.locale));
  return structuredData(screen, { storefront: request.storefront as Storefront, request, site, title: head.title });
}

function screenName(name: string): ScreenName {
  const known = ([...pageNames, 'notFound', 'fault'] as const).find((each) => each === name);
  if (!known) throw new Error(`unknown page ${name}`);
  return known;
}

export const renderer: Renderer = {
  render,
  dataOf: (request) => JSON.stringify(load(request)),
  headOf,
  serviceHeads: (storefront) =>
    (storefront as Storefront).services.map(({ slug, icon, name: title, summary: about }) => ({ slug, icon, title, about })),
  structured,
  filesOf(name, locale) {
    const screen = screenName(name);
    const { further } = screens[screen];
    return [
      screenFile(screen),
      `messages/common/${locale}`,
      ...(further ? ['src/web/i18n/catalogs.ts', `messages/${further}/${locale}`] : []),
    ];
  },
  marks: htmlFlags,
  loader,
};
