// From an ask to bytes that can be sent: the document or the data alone, in every encoding, with all headers ready.
import { createHash } from 'node:crypto';
import type { Locale } from '../../lib/locale.ts';
import type { CurrencyNumber } from '../../lib/money.ts';
import type { PageAsk, ShopTexts } from '../../lib/rendering.ts';
import type { Config } from '../config.ts';
import { scriptHash, securityHeaders } from '../headers.ts';
import { type Prepared, prepare } from '../http/prepared.ts';
import type { Bytes } from '../http/send-bytes.ts';
import { documentOf } from './document.ts';
import type { PageMaker } from './renderers.ts';

/** The room of the catalogue makes it and the screens read it; what it is, is none of the server's business. */
export type StorefrontView = (locale: Locale, currency: CurrencyNumber) => unknown;

export type PageWish = Pick<PageAsk, 'screen' | 'params' | 'path' | 'locale' | 'currency' | 'requestId' | 'posted'> & {
  readonly what: 'document' | 'data';
  /** The page has an address of its own, where others may find it. */
  readonly canonical: boolean;
  /** Made for this answer alone, never kept. */
  readonly once?: boolean;
};

export type PageMaking = {
  /** As it is, for one answer. */
  plain(wish: PageWish): Promise<Bytes>;
  /** In every encoding, each with its own tag, to be kept. */
  packed(wish: PageWish): Promise<Prepared>;
};

type Options = {
  readonly config: Config;
  readonly dev: boolean;
  readonly buildId: string;
  readonly maker: PageMaker;
  readonly shop: ShopTexts;
  readonly storefront: StorefrontView;
};

/** Browsers ask each time and get 304; what a page says depends on the visitor. */
const pageHeaders = { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Language, Accept-Encoding' };
const kinds = { document: 'text/html; charset=utf-8', data: 'application/json; charset=utf-8' };

export async function pageMaking(options: Options): Promise<PageMaking> {
  const { config, dev, buildId, maker, shop } = options;
  const { marks, loader } = await maker.renderer();
  const shared = { ...securityHeaders(config, [marks, loader].map(scriptHash)), ...pageHeaders };
  // Vite's own scripts stand inline, and a policy that lets them run would not be worth its name.
  if (dev) delete (shared as Record<string, string>)['content-security-policy'];
  const headersOf = (wish: PageWish, length: number) => ({
    ...shared,
    'content-type': kinds[wish.what],
    'content-length': length,
    ...(wish.what === 'data' ? { 'x-build': buildId } : {}),
  });

  async function write(wish: PageWish): Promise<Buffer> {
    const { what: _, once: __, canonical, ...rest } = wish;
    const { screen, locale, currency, path } = rest;
    const renderer = await maker.renderer();
    const ask: PageAsk = { ...rest, storefront: await options.storefront(locale, currency), shop };
    if (wish.what === 'data') return Buffer.from(renderer.dataOf(ask));
    const [made, files] = await Promise.all([renderer.render(ask), maker.files(screen, locale)]);
    const html = documentOf({
      ...{ made, files, screen, locale, currency, buildId, marks, loader },
      apiBase: config.apiBase,
      canonical: canonical ? config.shopUrl + path : undefined,
    });
    return Buffer.from(await maker.finish(path, html));
  }

  return {
    async plain(wish) {
      const body = await write(wish);
      return { body, headers: headersOf(wish, body.length) };
    },
    async packed(wish) {
      const body = await write(wish);
      return tagged(await prepare(body, headersOf(wish, body.length)), createHash('sha256').update(body).digest('base64url').slice(0, 22));
    },
  };
}

/** Each encoding is other bytes, so each has its own tag. */
function tagged({ br, gzip, identity }: Prepared, hash: string): Prepared {
  const tag = (each: Bytes, name: string): Bytes => ({ body: each.body, headers: { ...each.headers, etag: `"${hash}-${name}"` } });
  return { br: tag(br, 'br'), gzip: tag(gzip, 'gz'), identity: tag(identity, 'id') };
}
