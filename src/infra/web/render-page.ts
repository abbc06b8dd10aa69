// From an ask to bytes that can be sent: the document or the data alone, in every encoding, with all headers ready.
import type { Locale } from '../../lib/locale.ts';
import type { CurrencyNumber } from '../../lib/money/money.ts';
import type { PageAsk, Renderer, ShopTexts } from '../../lib/rendering.ts';
import { isMailed, pageNames, pageRow } from '../../pages.ts';
import type { Config } from '../config/config.ts';
import { hashOf, prepareTagged } from '../http/etag-response.ts';
import { securityHeaders } from '../http/headers.ts';
import type { Prepared } from '../http/prebuilt-response.ts';
import type { Bytes } from '../http/send-bytes.ts';
import type { Found } from '../seo/head.ts';
import { baseOf } from '../seo/listing.ts';
import type { SeoOptions } from '../seo/serve.ts';
import { documentOf } from './document.ts';
import type { PageMaker } from './renderers.ts';

/** The room of the catalogue makes it and the screens read it; what it is, is none of the server's business. */
export type StorefrontView = (locale: Locale, currency: CurrencyNumber) => unknown;

export type PageRequest = Pick<PageAsk, 'screen' | 'params' | 'path' | 'locale' | 'currency' | 'requestId' | 'posted' | 'own'> & {
  readonly what: 'document' | 'data';
  /** The path where others may find the page; absent where it has no address of its own. */
  readonly canonical?: string | undefined;
  /** The language that the address itself asks for. */
  readonly asked?: Locale | undefined;
  /** Made for this answer alone, never kept. */
  readonly once?: boolean;
};

export type PageMaking = {
  /** As it is, for one answer. */
  plain(wish: PageRequest): Promise<Bytes>;
  /** In every encoding, each with its own tag, to be kept. */
  packed(wish: PageRequest): Promise<Prepared>;
  /** What a page would show of another catalogue, and its style: for whoever writes that catalogue. */
  tried(wish: PageRequest, storefront: unknown): Promise<RenderAttempt>;
};

export type RenderAttempt = { readonly html: string; readonly style: string };

type Options = {
  readonly config: Config;
  readonly dev: boolean;
  readonly buildId: string;
  readonly maker: PageMaker;
  readonly shop: ShopTexts;
  readonly storefront: StorefrontView;
  readonly finding: SeoOptions;
};

/** `style`: what stands in it, for the policy that lets just this one be. */
type Written = { readonly body: Buffer; readonly style: string };

/** Brotli's best for long pages: a tenth of a second in the thread pool, and they fit into the ten packets that a server may send at first. */
const SMALLEST = 11;

/** Browsers ask each time and get 304; what a page says depends on the visitor. */
const pageHeaders = { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Language, Accept-Encoding' };
const kinds = { document: 'text/html; charset=utf-8', data: 'application/json; charset=utf-8' };

export async function pageMaking(options: Options): Promise<PageMaking> {
  const { config, buildId, maker, shop, finding } = options;
  const { marks, loader } = await maker.renderer();
  const sharedHeaders = headersByStyle(options, [marks, loader]);
  const headersOf = (wish: PageRequest, { body, style }: Written) => ({
    ...sharedHeaders(style),
    'content-type': kinds[wish.what],
    'content-length': body.length,
    ...(wish.what === 'data' ? { 'x-build': buildId } : {}),
    ...(isMailed(wish.screen) ? { 'referrer-policy': 'no-referrer' } : {}),
  });

  async function write(wish: PageRequest): Promise<Written> {
    const { what: _, once: __, canonical, asked, ...rest } = wish;
    const { screen, locale, currency, path } = rest;
    const renderer = await maker.renderer();
    const ask: PageAsk = { ...rest, storefront: await options.storefront(locale, currency), shop };
    if (wish.what === 'data') return { body: Buffer.from(renderer.dataOf(ask)), style: '' };
    const [made, files] = await Promise.all([renderer.render(ask), maker.files(screen, locale)]);
    const html = documentOf({
      made,
      files,
      screen,
      locale,
      currency,
      buildId,
      marks,
      loader,
      apiBase: config.apiBase,
      dataApart: isApart(wish) ? { address: dataAddress(wish), hash: hashOf(Buffer.from(renderer.dataOf(ask))) } : undefined,
      icons: finding.icons,
      found: canonical === undefined ? undefined : await foundOf(ask, { canonical, asked }, renderer),
    });
    return { body: Buffer.from(await maker.finish(path, html)), style: files.style };
  }

  async function foundOf(
    ask: PageAsk,
    { canonical, asked }: { canonical: string; asked: Locale | undefined },
    renderer: Renderer,
  ): Promise<Found> {
    const base = baseOf(config.shopUrl, canonical);
    const { picture, logo } = finding;
    return {
      base,
      asked,
      brand: shop.brand.name,
      picture: picture(ask.screen, ask.locale),
      structured: await renderer.structured(ask, { shopUrl: config.shopUrl, base, logo }),
    };
  }

  return {
    async tried({ what: _, once: __, canonical: ___, asked: ____, ...rest }, storefront) {
      const renderer = await maker.renderer();
      const [{ html }, { style }] = await Promise.all([
        renderer.render({ ...rest, storefront, shop }),
        maker.files(rest.screen, rest.locale),
      ]);
      return { html, style };
    },
    async plain(wish) {
      const written = await write(wish);
      return { body: written.body, headers: headersOf(wish, written) };
    },
    async packed(wish) {
      const written = await write(wish);
      return prepareTagged(written.body, headersOf(wish, written), wish.what === 'document' && isApart(wish) ? SMALLEST : undefined);
    },
  };
}

/** The headers that pages of one style share. There are as many styles as screens. */
function headersByStyle({ config, dev }: Options, scripts: readonly string[]): (style: string) => Record<string, string> {
  const known = new Map<string, Record<string, string>>();
  return (style) => {
    const ready = known.get(style) ?? { ...securityHeaders(config, { scripts, styles: style ? [style] : [] }), ...pageHeaders };
    // Vite's own scripts stand inline, and a policy that lets them run would not be worth its name.
    if (dev) delete ready['content-security-policy'];
    known.set(style, ready);
    return ready;
  };
}

/** A page that many get and whose data is long. What was made for one answer has its data with it. */
function isApart({ screen, once, posted }: PageRequest): boolean {
  const name = pageNames.find((each) => each === screen);
  return name !== undefined && pageRow(name).apart === true && !once && !posted;
}

const dataAddress = ({ path, locale, currency }: PageRequest): string => `/data${path.split('?')[0]}?lang=${locale}&currency=${currency}`;
