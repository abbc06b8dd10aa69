// Renders a page to prebuilt responses: the document or only its data, in every encoding, with all headers.
import { type Locale, locales, type ShopLanguages } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Renderer, RenderRequest, ServiceHead, ShopTexts } from '#lib/rendering.ts';
import { getPath } from '#lib/url-path.ts';
import type { Config } from '#platform/config/config.ts';
import { prepareTagged } from '#platform/http/etag-response.ts';
import { createSecurityHeaders } from '#platform/http/headers.ts';
import type { EncodedResponse } from '#platform/http/prebuilt-response.ts';
import type { Bytes } from '#platform/http/send-bytes.ts';
import { isMailed } from '../pages.ts';
import { renderDocument } from './document.ts';
import type { PageMaker, StyledFiles } from './renderers.ts';
import type { HeadData } from './seo/head.ts';
import { joinUrl } from './seo/listing.ts';
import type { SeoOptions } from './seo/serve.ts';
import { speculationRules } from './speculation.ts';
import type { Theme } from './theme.ts';

/** Created by the catalogue module and read by the pages; opaque to the server. */
export type StorefrontView = (locale: Locale, currency: CurrencyNumber) => unknown;

export type PageRequest = Pick<RenderRequest, 'screen' | 'params' | 'path' | 'locale' | 'currency' | 'requestId' | 'posted' | 'own'> & {
  readonly what: 'document' | 'data';
  /** The page's canonical path; absent if it has none. */
  readonly canonical?: string | undefined;
  /** The language in the URL. */
  readonly urlLocale?: Locale | undefined;
  /** For this request only, never cached. */
  readonly once?: boolean;
};

export type PageMaking = {
  /** Uncompressed, for one request. */
  plain(request: PageRequest): Promise<Bytes>;
  /** In every encoding with an ETag each, to be cached. */
  renderPacked(request: PageRequest): Promise<EncodedResponse>;
  /** Preview: the page's body with another catalogue or other texts, and its style. */
  renderAttempt(request: PageRequest, storefront: unknown, other?: TriedTexts): Promise<RenderAttempt>;
};

export type TriedTexts = { readonly shop: ShopTexts; readonly theme: Theme };

export type RenderAttempt = { readonly html: string; readonly style: string };

type RenderOptions = {
  readonly config: Config;
  readonly dev: boolean;
  readonly buildId: string;
  readonly maker: PageMaker;
  readonly shop: ShopTexts;
  readonly storefront: StorefrontView;
  readonly finding: SeoOptions;
  readonly theme: () => Theme;
  readonly languages: ShopLanguages;
  /** The version of the messages in added languages. */
  readonly messages: string | undefined;
};

/** `style`: the inline style, whose hash goes into the Content-Security-Policy. */
type RenderedPage = { readonly body: Buffer; readonly style: string };

/**
 * Brotli's best level, for long pages: it takes 0.1 s in the thread pool, and the result fits into the
 * initial ten packets of a connection.
 */
const BEST_QUALITY = 11;
const LONG_PAGE = 40_000;
/** There are endless addresses with a query: they are not worth the time. */
const getQuality = ({ what, path }: PageRequest, { body }: RenderedPage): number | undefined =>
  what === 'document' && body.length > LONG_PAGE && !path.includes('?') ? BEST_QUALITY : undefined;

/** Browsers revalidate each time (304), because pages depend on the visitor's cookies. */
const pageHeaders = { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Language, Accept-Encoding' };
const kinds = { document: 'text/html; charset=utf-8', data: 'application/json; charset=utf-8' };

export async function createPageMaking(options: RenderOptions): Promise<PageMaking> {
  const { config, buildId, maker, shop, finding } = options;
  const { marks } = await maker.renderer();
  const headersFor = createStyleHeaders(options, [marks, speculationRules]);
  const exportFiles = async (screen: string, locale: Locale, { style, fonts } = options.theme()) =>
    addTheme(await maker.files(screen, locale), { style, fonts });
  const createHeaders = (request: PageRequest, { body, style }: RenderedPage) => ({
    ...headersFor(style),
    'content-type': kinds[request.what],
    'content-length': body.length,
    ...(request.what === 'data' ? { 'x-build': buildId } : {}),
    ...(isMailed(request.screen) ? { 'referrer-policy': 'no-referrer' } : {}),
  });

  async function write(request: PageRequest): Promise<RenderedPage> {
    const { what: _, once: __, canonical, urlLocale, ...rest } = request;
    const { screen, locale, currency, path } = rest;
    const renderer = await maker.renderer();
    const renderRequest: RenderRequest = { ...rest, storefront: await options.storefront(locale, currency), shop };
    if (request.what === 'data') return { body: Buffer.from(renderer.renderData(renderRequest)), style: '' };
    const [made, files] = await Promise.all([renderer.render(renderRequest), exportFiles(screen, locale)]);
    const html = renderDocument({
      made,
      files,
      screen,
      locale,
      currency,
      buildId,
      marks,
      apiBase: config.apiBase,
      languages: options.languages === locales ? undefined : options.languages,
      messages: options.messages,
      icons: finding.icons(findServiceHead(renderRequest, renderer)),
      found: await getHeadData(renderRequest, { canonical, urlLocale }, renderer),
    });
    return { body: Buffer.from(await maker.finish(path, html)), style: files.style };
  }

  async function getHeadData(
    renderRequest: RenderRequest,
    { canonical, urlLocale }: { canonical: string | undefined; urlLocale: Locale | undefined },
    renderer: Renderer,
  ): Promise<HeadData | undefined> {
    const { picture, logo } = finding;
    const { screen, locale, path } = renderRequest;
    const service = findServiceHead(renderRequest, renderer);
    const shared = { urlLocale, brand: shop.brand.name, picture: picture(screen, locale, service) };
    if (canonical === undefined || service?.isListed === false)
      return service ? { ...shared, listed: false, base: joinUrl(config.shopUrl, getPath(path)), structured: '' } : undefined;
    const base = joinUrl(config.shopUrl, canonical);
    return {
      ...shared,
      listed: true,
      base,
      structured: await renderer.renderStructuredData(renderRequest, { shopUrl: config.shopUrl, base, logo: logo() }),
    };
  }

  return {
    async renderAttempt({ what: _, once: __, canonical: ___, urlLocale: ____, ...rest }, storefront, other) {
      const renderer = await maker.renderer();
      const [{ html }, { style }] = await Promise.all([
        renderer.render({ ...rest, storefront, shop: other?.shop ?? shop }),
        exportFiles(rest.screen, rest.locale, other?.theme),
      ]);
      return { html, style };
    },
    async plain(request) {
      const renderedPage = await write(request);
      return { body: renderedPage.body, headers: createHeaders(request, renderedPage) };
    },
    async renderPacked(request) {
      const renderedPage = await write(request);
      return prepareTagged(renderedPage.body, createHeaders(request, renderedPage), getQuality(request, renderedPage));
    },
  };
}

/**
 * The theme is part of the inline style. In development, the styles are files, and the theme has a tag of its
 * own.
 */
const addTheme = (files: StyledFiles, { style, fonts }: Theme): StyledFiles =>
  files.style === '' ? { ...files, theme: style } : { ...files, style: files.style + style, fonts: fonts ?? files.fonts };

/** More than there are page components. */
const MAX_STYLES = 100;

/** The headers that pages with the same style share. There are as many styles as page components. */
function createStyleHeaders({ config, dev }: RenderOptions, scripts: readonly string[]): (style: string) => Record<string, string> {
  const known = new Map<string, Record<string, string>>();
  return (style) => {
    const ready = known.get(style) ?? { ...createSecurityHeaders(config, { scripts, styles: style ? [style] : [] }), ...pageHeaders };
    // Vite's development scripts are inline, and a policy that allows them would be meaningless.
    if (dev) delete ready['content-security-policy'];
    // Those of earlier looks.
    if (known.size > MAX_STYLES) known.clear();
    known.set(style, ready);
    return ready;
  };
}

/** The service that the page sells: it has a preview where it is shared, though visitors log in to order. */
const findServiceHead = ({ screen, params, storefront }: RenderRequest, renderer: Renderer): ServiceHead | undefined =>
  screen === 'service' || screen === 'about' ? renderer.serviceHeads(storefront).find(({ slug }) => slug === params.id) : undefined;
