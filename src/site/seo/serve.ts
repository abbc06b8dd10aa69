// Serves icons, share images, sitemap, robots.txt and the web manifest. Nothing here depends on the visitor.
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { hasFonts } from '#lib/language-names.ts';
import { type Locale, localeNames, toKnownLocale } from '#lib/locale.ts';
import type { Renderer, ServiceHead, ShopTexts } from '#lib/rendering.ts';
import { getGlyph } from '#lib/service-glyphs.ts';
import type { Config } from '#platform/config/config.ts';
import { prepareTagged, sendTagged, tagUncompressed } from '#platform/http/etag-response.ts';
import { createSecurityHeaders, FOR_EVER, formatFilePolicy, hashInline } from '#platform/http/headers.ts';
import type { EncodedResponse } from '#platform/http/prebuilt-response.ts';
import { sendNoFile } from '#platform/http/send-bytes.ts';
import { formatCause, type Log } from '#platform/logging/log.ts';
import { waitForIdleEventLoop } from '#platform/process/readiness.ts';
import { type Colours, readColours } from './drawing/colours.ts';
import { drawAdaptiveGlyph, drawAdaptiveIcon, drawOwnFavicon } from './drawing/icons.ts';
import { type Drawings, openDrawings } from './drawings.ts';
import type { Icons } from './head.ts';
import { formatManifest, formatRobots, renderSitemap } from './listing.ts';

export type SeoOptions = {
  /** Those of a service, or of the shop. */
  readonly icons: (service?: ServiceHead) => Icons;
  /** Absolute; of a service if there is one. */
  readonly picture: (screen: string, locale: Locale, service?: ServiceHead) => string;
  /** Absolute. */
  readonly logo: () => string;
  /** Draws icons and share images again if the brand changed. */
  refresh(): Promise<void>;
};

type SeoSources = {
  readonly config: Config;
  readonly log: Log;
  readonly shop: ShopTexts;
  readonly renderer: Renderer;
  /** The services as they are sold now. */
  readonly services: (locale: Locale) => Promise<readonly ServiceHead[]>;
};

const FOR_AN_HOUR = 'public, max-age=3600';
/** Share images may be embedded by other sites. */
const forOthers = { 'cross-origin-resource-policy': 'cross-origin' };
const getContentType = (name: string): string => (name.endsWith('.ico') ? 'image/x-icon' : 'image/png');

/** What is drawn for a brand. */
type BrandDrawings = Pick<ShopTexts, 'brand' | 'home'> & {
  readonly light: Colours;
  readonly dark: Colours;
  readonly drawings: Drawings;
  readonly atFixedAddresses: ReadonlyMap<string, EncodedResponse>;
  /** The drawings that also have a fixed address. */
  readonly imagesAtFixedAddresses: ReadonlyMap<string, string>;
};

const getDrawingAddress = (name: string): string => `/drawings/${name}`;

/** Answers with the headers of the shop. */
function createAnswers(config: Config) {
  const shared = createSecurityHeaders(config);
  const createFixedHeaders = (type: string): OutgoingHttpHeaders => ({ ...shared, 'content-type': type, 'cache-control': FOR_AN_HOUR });
  const text = (body: string, type: string, more: OutgoingHttpHeaders = {}) =>
    prepareTagged(Buffer.from(body), { ...createFixedHeaders(type), vary: 'Accept-Encoding', ...more });
  // An SVG may contain inline style and pictures; browsers apply the policy of the file itself.
  const svg = (body: string, ...listed: string[]) =>
    text(body, 'image/svg+xml; charset=utf-8', { 'content-security-policy': formatFilePolicy(...listed) });
  return {
    text,
    svg,
    styledSvg: ({ text: body, style }: ReturnType<typeof drawAdaptiveIcon>) => svg(body, `style-src ${hashInline(style)}`),
    image: (name: string, body: Buffer) => tagUncompressed(body, createFixedHeaders(getContentType(name))),
    drawing(name: string, body: Buffer) {
      const type = getContentType(name);
      // The name contains a hash of what is drawn.
      return tagUncompressed(body, { ...shared, ...forOthers, 'content-type': type, 'cache-control': FOR_EVER }, name);
    },
  };
}

type SeoAnswers = ReturnType<typeof createAnswers>;

async function drawBrand(
  { brand, home }: Pick<ShopTexts, 'brand' | 'home'>,
  renderer: Renderer,
  { text, svg, styledSvg }: SeoAnswers,
): Promise<BrandDrawings> {
  const { light, dark } = await readColours(brand.look);
  const drawings = await openDrawings(renderer, { brand, home }, light);
  const onHomeScreen = ([192, 512] as const).flatMap((pixels) => [
    { src: getDrawingAddress(drawings.icon(`icon-${pixels}`)), pixels, purpose: 'any' as const },
    { src: getDrawingAddress(drawings.icon(`maskable-${pixels}`)), pixels, purpose: 'maskable' as const },
  ]);
  const favicon = drawings.own ? svg(drawOwnFavicon(drawings.own, light), 'img-src data:') : styledSvg(drawAdaptiveIcon(light, dark));
  const atFixedAddresses = new Map([
    ['/icon.svg', await favicon],
    ['/manifest.webmanifest', await text(formatManifest(brand, light.paper, onHomeScreen), 'application/manifest+json')],
  ]);
  const imagesAtFixedAddresses = new Map([
    ['/favicon.ico', drawings.icon('favicon')],
    ['/apple-touch-icon.png', drawings.icon('apple-touch-icon')],
    // For mails. A shop without a logo of its own has an icon there.
    ['/logo.png', drawings.logo ?? drawings.icon('icon-192')],
  ]);
  return { brand, home, light, dark, drawings, atFixedAddresses, imagesAtFixedAddresses };
}

export async function serveSeo(app: FastifyInstance, { config, log, shop, renderer, services }: SeoSources): Promise<SeoOptions> {
  const { shopUrl } = config;
  const answers = createAnswers(config);
  // By name. Those of earlier brands stay, because shared links refer to them.
  const files = new Map<string, EncodedResponse>();
  const draw = () => drawBrand(shop, renderer, answers);
  let drawn = await draw();
  let drawing = Promise.resolve();
  let isClosing = false;
  app.addHook('onClose', async () => {
    isClosing = true;
    drawn.drawings.stop();
  });

  const allServices = async () => {
    const byLocale = await Promise.all(localeNames.map(async (locale) => [locale, await services(locale)] as const));
    return byLocale.flatMap(([locale, heads]) => heads.map((head) => [locale, head] as const));
  };
  const readOrDraw = async (name: string) => {
    const { read, draw: drawOfBrand, ofServices } = drawn.drawings;
    const body = (await read(name)) ?? (await drawOfBrand(name)) ?? (await ofServices.draw(name, await allServices()));
    if (body) files.set(name, answers.drawing(name, body));
    return files.get(name);
  };
  const loadFile = async (name: string) => files.get(name) ?? (await readOrDraw(name));
  serveImages(app, { answers, drawn: () => drawn, loadFile });
  app.get<{ Params: { slug: string } }>('/icon-:slug(^[a-z0-9-]+$).svg', async (request, reply) => {
    const { slug } = request.params;
    const sold = (await services(toKnownLocale(shop.brand.defaultLocale))).find((service) => service.slug === slug);
    if (!sold) return reply.callNotFound();
    return sendTagged(request, reply, await answers.styledSvg(drawAdaptiveGlyph(getGlyph(sold.icon), drawn.light, drawn.dark)));
  });
  const robotsFile = await answers.text(formatRobots(shopUrl), 'text/plain; charset=utf-8');
  app.get('/robots.txt', (request, reply) => sendTagged(request, reply, robotsFile));
  for (const path of drawn.atFixedAddresses.keys())
    app.get(path, (request, reply) => sendTagged(request, reply, drawn.atFixedAddresses.get(path) ?? robotsFile));
  // Contains the services, and when a policy was changed: both may change at any time.
  let listed: { readonly text: string; readonly file: EncodedResponse } | undefined;
  app.get('/sitemap.xml', async (request, reply) => {
    const text = renderSitemap(shopUrl, shop.policies, await services(toKnownLocale(shop.brand.defaultLocale)));
    if (listed?.text !== text) listed = { text, file: await answers.text(text, 'application/xml; charset=utf-8') };
    return sendTagged(request, reply, listed.file);
  });
  /** Draws the files that no request has drawn yet. If one fails, the next request for it tries again. */
  const drawMissing = async ({ drawings: { missing, sweep } }: BrandDrawings): Promise<void> => {
    try {
      for (const name of missing) if (!isClosing) await loadFile(name);
      if (missing.length > 0) await sweep();
    } catch (cause) {
      if (!isClosing) log.warn({ cause: formatCause(cause) }, 'drawings.failed');
    }
  };
  app.addHook('onListen', async () => void waitForIdleEventLoop().then(() => drawMissing(drawn)));
  return {
    icons: (service) => ({
      apple: service === undefined ? '/apple-touch-icon.png' : getDrawingAddress(drawn.drawings.ofServices.icon(service)),
      adaptive: service === undefined ? '/icon.svg' : `/icon-${service.slug}.svg`,
      paper: { light: drawn.light.paper, dark: drawn.dark.paper },
    }),
    picture: (screen, locale, service) =>
      // The fonts of pictures do not have every script: then it is the picture of the shop.
      shopUrl +
      getDrawingAddress(
        service && hasFonts(locale) ? drawn.drawings.ofServices.picture(service, locale) : drawn.drawings.picture(screen, locale),
      ),
    logo: () => shopUrl + getDrawingAddress(drawn.drawings.icon('icon-512')),
    refresh() {
      // Sequential: a save and its notification arrive together, and both would draw the same files.
      drawing = drawing
        .catch(() => undefined)
        .then(async () => {
          if (drawn.brand === shop.brand && drawn.home === shop.home) return;
          drawn = await draw();
          void drawMissing(drawn);
        });
      return drawing;
    },
  };
}

type Images = {
  readonly answers: SeoAnswers;
  readonly drawn: () => BrandDrawings;
  readonly loadFile: (name: string) => Promise<EncodedResponse | undefined>;
};

function serveImages(app: FastifyInstance, { answers, drawn, loadFile }: Images): void {
  app.get<{ Params: { '*': string } }>('/drawings/*', async (request, reply) => {
    const name = request.params['*'].toLowerCase();
    const file = await loadFile(name);
    return file ? sendTagged(request, reply, file) : sendNoFile(reply);
  });
  const images = new Map<string, EncodedResponse>();
  for (const path of drawn().imagesAtFixedAddresses.keys())
    app.get(path, async (request, reply) => {
      const name = drawn().imagesAtFixedAddresses.get(path) ?? '';
      const image = images.get(name) ?? answers.image(name, (await loadFile(name))?.identity.body ?? Buffer.alloc(0));
      images.set(name, image);
      return sendTagged(request, reply, image);
    });
}
