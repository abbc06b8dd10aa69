// Serves icons, share images, sitemap, robots.txt and the web manifest. Nothing here depends on the visitor.
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Locale, localeNames } from '../../lib/locale.ts';
import type { Renderer, ServiceHead, ShopTexts } from '../../lib/rendering.ts';
import { glyphOf } from '../../lib/service-glyphs.ts';
import type { Config } from '../config/config.ts';
import { prepareTagged, sendTagged, tagUncompressed } from '../http/etag-response.ts';
import { filePolicy, inlineHash, securityHeaders } from '../http/headers.ts';
import type { EncodedResponse } from '../http/prebuilt-response.ts';
import { readColours } from './drawing/colours.ts';
import { adaptiveGlyph, adaptiveIcon } from './drawing/icons.ts';
import { ensureDrawings, type IconName } from './drawings.ts';
import type { Icons } from './head.ts';
import { manifest, robots, sitemap } from './listing.ts';

export type SeoOptions = {
  /** Those of a service, or of the shop. */
  readonly icons: (service?: string) => Icons;
  /** Absolute; of a service if there is one. */
  readonly picture: (screen: string, locale: Locale, service?: ServiceHead) => string;
  /** Absolute. */
  readonly logo: string;
};

type SeoSources = {
  readonly config: Config;
  readonly shop: ShopTexts;
  readonly renderer: Renderer;
  /** The services as they are sold now. */
  readonly services: (locale: Locale) => Promise<readonly ServiceHead[]>;
};

/** File names contain a content hash, so they never change. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_AN_HOUR = 'public, max-age=3600';
/** Share images may be embedded by other sites. */
const forOthers = { 'cross-origin-resource-policy': 'cross-origin' };
const kinds = { png: 'image/png', ico: 'image/x-icon' } as const;

export async function serveSeo(app: FastifyInstance, { config, shop, renderer, services }: SeoSources): Promise<SeoOptions> {
  const { shopUrl } = config;
  const { light, dark } = await readColours();
  const drawings = await ensureDrawings(renderer, shop.brand, light);
  const shared = securityHeaders(config);
  const address = (name: string): string => `/drawings/${name}`;
  const bytesOf = (name: IconName): Buffer => drawings.files.get(drawings.icon(name)) ?? Buffer.alloc(0);
  const onHomeScreen = ([192, 512] as const).flatMap((pixels) => [
    { src: address(drawings.icon(`icon-${pixels}`)), pixels, purpose: 'any' as const },
    { src: address(drawings.icon(`maskable-${pixels}`)), pixels, purpose: 'maskable' as const },
  ]);

  const tagged = (name: string, body: Buffer) => {
    const type = name.endsWith('.ico') ? kinds.ico : kinds.png;
    return tagUncompressed(body, { ...shared, ...forOthers, 'content-type': type, 'cache-control': FOR_EVER });
  };
  const files = new Map([...drawings.files].map(([name, body]) => [name, tagged(name, body)]));
  const allServices = async () => {
    const byLocale = await Promise.all(localeNames.map(async (locale) => [locale, await services(locale)] as const));
    return byLocale.flatMap(([locale, heads]) => heads.map((head) => [locale, head] as const));
  };
  const drawOne = async (name: string) => {
    const body = await drawings.ofServices.draw(name, await allServices());
    if (body) files.set(name, tagged(name, body));
    return files.get(name);
  };
  app.get<{ Params: { '*': string } }>('/drawings/*', async (request, reply) => {
    const name = request.params['*'].toLowerCase();
    const file = files.get(name) ?? (await drawOne(name));
    // Not cached: another node may have it in a moment.
    if (!file)
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('There is no such file.\n');
    return sendTagged(request, reply, file);
  });

  const fixed = (type: string): OutgoingHttpHeaders => ({ ...shared, 'content-type': type, 'cache-control': FOR_AN_HOUR });
  const text = (body: string, type: string, more: OutgoingHttpHeaders = {}) =>
    prepareTagged(Buffer.from(body), { ...fixed(type), vary: 'Accept-Encoding', ...more });
  // An SVG may contain inline style and nothing else; browsers apply the policy of the file itself.
  const svg = ({ text: body, style }: ReturnType<typeof adaptiveIcon>) =>
    text(body, 'image/svg+xml; charset=utf-8', { 'content-security-policy': filePolicy(`style-src ${inlineHash(style)}`) });
  const atFixedAddresses: Readonly<Record<string, EncodedResponse>> = {
    '/favicon.ico': tagUncompressed(bytesOf('favicon'), fixed(kinds.ico)),
    '/apple-touch-icon.png': tagUncompressed(bytesOf('apple-touch-icon'), fixed(kinds.png)),
    '/icon.svg': await svg(adaptiveIcon(light, dark)),
    '/manifest.webmanifest': await text(manifest(shop.brand, light.paper, onHomeScreen), 'application/manifest+json'),
    '/robots.txt': await text(robots(shopUrl), 'text/plain; charset=utf-8'),
  };
  app.get<{ Params: { slug: string } }>('/icon-:slug(^[a-z0-9-]+$).svg', async (request, reply) => {
    const { slug } = request.params;
    const isSold = (await services(shop.brand.defaultLocale)).some((service) => service.slug === slug);
    if (!isSold) return reply.callNotFound();
    return sendTagged(request, reply, await svg(adaptiveGlyph(glyphOf(slug), light, dark)));
  });
  for (const [path, file] of Object.entries(atFixedAddresses)) app.get(path, (request, reply) => sendTagged(request, reply, file));
  // Contains when a policy was changed, which may be at any time.
  const siteOf = (policies: ShopTexts['policies']) => text(sitemap(shopUrl, policies), 'application/xml; charset=utf-8');
  let listed = { of: shop.policies, file: await siteOf(shop.policies) };
  app.get('/sitemap.xml', async (request, reply) => {
    const { policies } = shop;
    if (listed.of !== policies) listed = { of: policies, file: await siteOf(policies) };
    return sendTagged(request, reply, listed.file);
  });
  return {
    icons: (service) => ({
      apple: service === undefined ? '/apple-touch-icon.png' : address(drawings.ofServices.icon(service)),
      adaptive: service === undefined ? '/icon.svg' : `/icon-${service}.svg`,
      paper: { light: light.paper, dark: dark.paper },
    }),
    picture: (screen, locale, service) =>
      shopUrl + address(service ? drawings.ofServices.picture(service, locale) : drawings.picture(screen, locale)),
    logo: shopUrl + address(drawings.icon('icon-512')),
  };
}
