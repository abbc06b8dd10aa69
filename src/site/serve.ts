// Serves pages: each row of the page table becomes routes; responses are prebuilt and cached.
import type { OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ViteDevServer } from 'vite';
import { type BuiltInLocale, builtInLocales, isLocale, type Locale, localeNames, toKnownLocale } from '#lib/locale.ts';
import { type CurrencyNumber, getCurrencyCode } from '#lib/money/money.ts';
import type { AddedLanguages, ShopTexts } from '#lib/rendering.ts';
import { fillPath } from '#lib/url-path.ts';
import { type AssetSources, serveAssets } from '#platform/assets/assets.ts';
import type { SharedAssets } from '#platform/assets/shared-assets.ts';
import type { Config } from '#platform/config/config.ts';
import { readCookie } from '#platform/http/cookies.ts';
import { selectEncoding, sendTagged } from '#platform/http/etag-response.ts';
import { createSecurityHeaders } from '#platform/http/headers.ts';
import type { EncodedResponse } from '#platform/http/prebuilt-response.ts';
import { sendBytes } from '#platform/http/send-bytes.ts';
import type { ErrorPages } from '#platform/http/server.ts';
import type { Log } from '#platform/logging/log.ts';
import {
  countChoices,
  formatQuery,
  getPageRow,
  isMailed,
  listServedPages,
  listTyped,
  normalizeQuery,
  type PageName,
  type PageQuery,
  type Params,
  pageNames,
} from '../pages.ts';
import { type Build, readBuilds } from './builds/build.ts';
import { serveModules } from './builds/vite.ts';
import { createErrorPages } from './error-pages.ts';
import { type PageFormOptions, type PageForms, type PageOwns, serveForms } from './forms.ts';
import { serveMessages, withLanguages } from './messages.ts';
import { createChoiceCookies, findCurrency, getVisitor, type VisitorPreferences } from './negotiate-variant.ts';
import { createPageCache } from './page-cache.ts';
import { createPageMaking, type PageMaking, type PageRequest, type RenderAttempt, type StorefrontView } from './render-page.ts';
import { createDevRenderer, createProdRenderer } from './renderers.ts';
import { isInSitemap } from './seo/listing.ts';
import { serveSeo } from './seo/serve.ts';
import { serveBuilds } from './serve-builds.ts';
import { serveSpeculation } from './speculation.ts';
import { serveTheme, type Themes, withInlineLogos } from './theme.ts';

export type WebOptions = {
  readonly config: Config;
  readonly log: Log;
  readonly build: Build;
  /** Assets of all nodes' builds. */
  readonly shared: SharedAssets | undefined;
  readonly shop: ShopTexts;
  readonly languages: AddedLanguages;
  /** In development. */
  readonly vite: ViteDevServer | undefined;
  /** False disables the cache, to measure rendering. */
  readonly cache?: boolean;
  readonly storefront: StorefrontView;
  /** What the shop sells in, the default first. */
  readonly currencies: () => readonly CurrencyNumber[];
  /** Version of all content that pages show and that may change at runtime. */
  readonly sourceVersion: () => string;
  readonly forms: PageForms;
  readonly owns: PageOwns;
  /** Canonical spelling of a path parameter; undefined if it does not exist. */
  readonly spelled: Spelled;
};

type Spelled = (name: PageName, params: Params) => Params | undefined;

export type Web = {
  /** After content changed: draws what shows it, and empties the cache. */
  refresh(): Promise<void>;
  /** Previews one service with another catalogue. */
  tryService(
    storefront: unknown,
    pageRequest: Pick<PageRequest, 'locale' | 'currency'> & { readonly slug: string },
  ): Promise<RenderAttempt>;
  /** Previews a page in every language of the release with other texts. */
  tryTexts(
    screen: 'home' | 'faq' | 'contact',
    texts: Partial<ShopTexts>,
  ): Promise<{ pages: { locale: BuiltInLocale; html: string }[]; style: string }>;
  /** Renders 404 and 500 pages. */
  readonly errorPages: ErrorPages;
};

/** Every page in every currency, with and without the language in the URL. Others are evicted. */
const CACHED_PAGES_OF_A_LANGUAGE = 270;

/** More currencies than most shops have. */
const CACHED_CURRENCIES = 4;
/** Filtered pages have a cache of their own, so that they evict no plain page. It holds all of them. */
const countFilteredPages = (): number =>
  pageNames.reduce((count, name) => count + countChoices(getPageRow(name)), 0) * localeNames.length * CACHED_CURRENCIES;

export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<Web> {
  const { config, build, shop, languages, vite, cache = !vite } = options;
  if (vite) serveModules(app, vite);
  if (config.production && shop.company.sample) options.log.warn({ file: 'shop/company.yaml' }, 'shop.company.sample');
  const maker = withLanguages(vite ? createDevRenderer(vite) : await createProdRenderer(build), languages);
  const services = async (locale: Locale) =>
    (await maker.renderer()).serviceHeads(await options.storefront(locale, getFirstCurrency(options)));
  const messages = await serveMessages(app, config, await maker.renderer(), languages);
  const themes = await serveTheme(app, config, shop);
  const finding = await serveSeo(app, { config, log: options.log, shop, renderer: await maker.renderer(), services });
  const making = await createPageMaking({
    config,
    dev: vite !== undefined,
    buildId: build.id,
    maker,
    shop,
    storefront: options.storefront,
    finding,
    theme: themes.current,
    languages: languages.languages,
    messages,
  });
  const pageCache = createPageCache<EncodedResponse>(CACHED_PAGES_OF_A_LANGUAGE * localeNames.length);
  const chosen = createPageCache<EncodedResponse>(countFilteredPages());
  const repeated = app.repeatResponses(options.sourceVersion);
  const secure = config.shopUrl.startsWith('https:');

  const visitor = (request: FastifyRequest): VisitorPreferences =>
    getVisitor(
      {
        query: request.query as Readonly<Record<string, unknown>>,
        localeCookie: readCookie(request, 'locale'),
        currencyCookie: readCookie(request, 'currency'),
        acceptLanguage: request.headers['accept-language'],
      },
      { locale: toKnownLocale(shop.brand.defaultLocale), currency: getFirstCurrency(options), currencies: options.currencies() },
    );

  /** Cached pages are returned synchronously, others as a promise. */
  function answer(request: FastifyRequest, reply: FastifyReply, pageRequest: PageRequest): FastifyReply | Promise<FastifyReply> {
    const more = pageRequest.once && isMailed(pageRequest.screen) ? { 'cache-control': 'private, no-store' } : {};
    const { lang } = request.query as { lang?: unknown };
    const set = pageRequest.what === 'document' ? createCookieHeaders(createChoiceCookies({ lang }, { currencies: [], secure })) : {};
    if (!cache || pageRequest.once)
      return making.plain(pageRequest).then((bytes) => sendBytes(request, reply, bytes, { status: 200, more: { ...more, ...set } }));
    const cached = pageRequest.path.includes('?') ? chosen : pageCache;
    const page = cached.get(
      `${options.sourceVersion()} ${pageRequest.what} ${pageRequest.locale} ${pageRequest.urlLocale ?? ''} ${pageRequest.currency} ${pageRequest.path}`,
      () => making.renderPacked(pageRequest),
    );
    const all = mayBeRepeated(request, pageRequest, set) ? repeatedByProxy : set;
    if (page instanceof Promise) return page.then((ready) => sendTagged(request, reply, ready, all));
    repeated.remember(request, selectEncoding(request, page), all);
    return sendTagged(request, reply, page, all);
  }

  // A plugin scope of its own, so that the API does not accept form bodies.
  await app.register(async (scope) => {
    const { log, currencies, forms, owns } = options;
    serveForms(scope, { config, log, secure, currencies, forms, visitor, again: createFormRerender(making, visitor, owns) });
    for (const name of listServedPages(config.production))
      servePage(scope, name, { visitor, answer, spelled: options.spelled, owns, currencies });
    await serveBuilds(scope, build, config.production);
    await serveSpeculation(scope, config);
    if (!vite) await serveAssets(scope, await findAssetSources(options), createSecurityHeaders(config));
  });
  const refresh = async () => {
    await Promise.all([themes.refresh(), finding.refresh()]);
    pageCache.drop();
    chosen.drop();
    repeated.drop();
  };
  const tryService: Web['tryService'] = async (storefront, { slug, ...chosen }) => {
    const { path } = getPageRow('services');
    const { html, style } = await making.renderAttempt({ what: 'document', screen: 'services', params: {}, path, ...chosen }, storefront);
    return { html: openService(html, slug), style };
  };
  const errorPages = createErrorPages(making, visitor, options.log);
  return { refresh, tryService, tryTexts: createTextsPreview(making, themes, options), errorPages };
}

/** Of visitors who have chosen none. */
function getFirstCurrency({ shop, currencies }: Pick<WebOptions, 'shop' | 'currencies'>): CurrencyNumber {
  const sold = currencies();
  return sold.find((currency) => getCurrencyCode(currency) === shop.brand.defaultCurrency) ?? sold[0] ?? 0;
}

const createTextsPreview =
  (making: PageMaking, themes: Themes, { shop, storefront, currencies }: WebOptions): Web['tryTexts'] =>
  async (screen, texts) => {
    const brand = texts.brand ?? shop.brand;
    const shown = { shop: { ...shop, ...texts, brand: withInlineLogos(brand) }, theme: await themes.of(brand) };
    const currency = getFirstCurrency({ shop, currencies });
    const attempts = await Promise.all(
      builtInLocales.map(async (locale) => {
        const request = { what: 'document', screen, params: {}, path: getPageRow(screen).path, locale, currency } as const;
        return { locale, ...(await making.renderAttempt(request, await storefront(locale, currency), shown)) };
      }),
    );
    return { pages: attempts.map(({ locale, html }) => ({ locale, html })), style: attempts[0]?.style ?? '' };
  };

/** Renders the page of a rejected form. It contains user input, so it is not cached. */
const createFormRerender =
  (making: PageMaking, visitor: (request: FastifyRequest) => VisitorPreferences, owns: PageOwns): PageFormOptions['again'] =>
  async (request, reply, name, posted) => {
    const { path } = getPageRow(name);
    const preferences = visitor(request);
    const own = await owns[name]?.(posted.values, { address: request.ip, cookies: request, locale: preferences.locale });
    const page = await making.plain({ what: 'document', screen: name, params: {}, path, posted, own, ...preferences });
    const retry = posted.retryAfterSeconds === undefined ? {} : { 'retry-after': String(posted.retryAfterSeconds) };
    return sendBytes(request, reply, page, { status: posted.status, more: { 'cache-control': 'no-store', ...retry } });
  };

type PageHandler = (request: FastifyRequest, reply: FastifyReply, pageRequest: PageRequest) => FastifyReply | Promise<FastifyReply>;

type PageDeps = {
  readonly visitor: (request: FastifyRequest) => VisitorPreferences;
  readonly answer: PageHandler;
  readonly spelled: Spelled;
  readonly owns: PageOwns;
  readonly currencies: WebOptions['currencies'];
};

function servePage(app: FastifyInstance, name: PageName, { visitor, answer, spelled, owns, currencies }: PageDeps): void {
  const row = getPageRow(name);
  const own = owns[name];
  /** Its result is for this request only. */
  const answerOwn = (request: FastifyRequest, reply: FastifyReply, pageRequest: PageRequest) =>
    own
      ? own(Object.fromEntries(listTyped(row, request.query as PageQuery)), {
          address: request.ip,
          cookies: request,
          locale: pageRequest.locale,
        }).then((it) => answer(request, reply, it === undefined ? pageRequest : { ...pageRequest, own: it, once: true }))
      : answer(request, reply, pageRequest);
  const getParams = (request: FastifyRequest) => request.params as Params;
  const createPageRequest = (request: FastifyRequest, what: PageRequest['what'], params: Params): PageRequest => {
    const query = request.query as Record<string, unknown>;
    const filled = fillPath(row.path, params);
    const typed = listTyped(row, query);
    // Filters share the plain page's data, so the data is not cached again.
    const path = filled + (what === 'data' ? formatQuery(typed) : normalizeQuery(row, query));
    // Typed queries and endless paths are unlimited: their pages are not cached and have no canonical URL.
    const once = typed.length > 0 || row.endless === true;
    const canonical = once || !isInSitemap(row) ? undefined : filled;
    // Filtered pages have the plain URL as canonical.
    const urlLocale = what === 'document' && path === filled && isLocale(query.lang) ? query.lang : undefined;
    return { what, screen: name, params, path, ...visitor(request), canonical, urlLocale, once };
  };
  app.get(row.path, (request, reply) => {
    const params = spelled(name, getParams(request));
    if (!params) return reply.callNotFound();
    if (fillPath(row.path, params) === fillPath(row.path, getParams(request)))
      return answerOwn(request, reply, createPageRequest(request, 'document', params));
    return reply.redirect(withQuery(fillPath(row.path, params), request), 302);
  });
  // Language and currency are in the URL, because the visitor is about to switch to them.
  app.get(`/data${row.path === '/' ? '' : row.path}`, (request, reply) => {
    const params = spelled(name, getParams(request));
    if (!params) return reply.callNotFound();
    const pageRequest = createPageRequest(request, 'data', params);
    return answerOwn(request, reply, {
      ...pageRequest,
      currency: findCurrency((request.query as { currency?: unknown }).currency, currencies()) ?? pageRequest.currency,
    });
  });
  if (row.path === '/') return;
  app.route({
    method: ['GET', 'POST'],
    url: `${row.path}/`,
    handler: (request, reply) => reply.redirect(withQuery(fillPath(row.path, getParams(request)), request), 308),
  });
}

function withQuery(path: string, { url }: FastifyRequest): string {
  const [, query = ''] = url.split('?', 2);
  return path + (query && `?${query}`);
}

/** Serves older builds' files to pages loaded before the last deploy. */
async function findAssetSources({ build, shared, log }: WebOptions): Promise<AssetSources> {
  const older = (await readBuilds()).filter(({ id }) => id !== build.id);
  return { folders: [build, ...older].map(({ folder }) => join(folder, 'client/assets')), shared, log };
}

/** Opens the details element around the article with this id. They are siblings, never nested. */
const openService = (page: string, id: string): string =>
  page
    .split('<details ')
    .map((part) => part.split('</details>')[0] ?? '')
    .flatMap((part) => (new RegExp(`<article [^>]*id="${id}"`).test(part) ? [`<details open ${part}</details>`] : []))[0] ?? '';

/** nginx, as ops/nginx configures it, repeats the answer for a second. Browsers do not get this header. */
const repeatedByProxy = { 'x-accel-expires': '1' };

/** Pages of the sitemap without a cookie. Fastify knows two addresses if a declared proxy is between. */
const mayBeRepeated = ({ ips = [] }: FastifyRequest, { what, canonical }: PageRequest, set: OutgoingHttpHeaders): boolean =>
  ips.length > 1 && what === 'document' && set['set-cookie'] === undefined && canonical !== undefined;

const createCookieHeaders = (cookies: readonly string[]): OutgoingHttpHeaders => (cookies.length > 0 ? { 'set-cookie': [...cookies] } : {});
