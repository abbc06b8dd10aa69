// The owner's look on pages: a style that overrides the tokens, the display font, and the logo files.

import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type FontPart, fontParts } from '#lib/look/font-ranges.ts';
import { getLogoBytes, getLogoDataUrl } from '#lib/look/logo-file.ts';
import { displayFonts, formatThemeStyle, isLoadedType, type LoadedType } from '#lib/look/look.ts';
import type { LogoFile, ShopTexts } from '#lib/rendering.ts';
import type { Config } from '#platform/config/config.ts';
import { hashShort } from '#platform/hash-inputs.ts';
import { sendTagged, tagUncompressed } from '#platform/http/etag-response.ts';
import { createSecurityHeaders, FOR_EVER, formatFilePolicy } from '#platform/http/headers.ts';
import type { EncodedResponse } from '#platform/http/prebuilt-response.ts';
import { sendNoFile } from '#platform/http/send-bytes.ts';
import { getFontFile } from '#platform/paths.ts';

export type Theme = {
  /** Empty for the default look without an image as its logo. */
  readonly style: string;
  /** To be preloaded in place of the default font; undefined: the default font. */
  readonly fonts: readonly string[] | undefined;
};

type Branding = Pick<ShopTexts['brand'], 'look' | 'logo'>;

export type Themes = {
  current(): Theme;
  of(brand: Branding): Promise<Theme>;
  /**
   * Serves the files of the current brand; those of earlier brands stay, because open pages refer to them.
   */
  refresh(): Promise<void>;
};

type Font = Readonly<Record<FontPart, { readonly address: string; readonly bytes: Buffer }>>;

const fontNames: Readonly<Record<LoadedType, string>> = { serif: 'fraunces', geometric: 'space-grotesk', literary: 'newsreader' };
const loadedTypes = Object.keys(displayFonts).filter((name): name is LoadedType => name in displayFonts);

const fonts = new Map<LoadedType, Promise<Font>>();

/** Each font is read once, when a look first uses it. */
function getFont(type: LoadedType): Promise<Font> {
  const font = fonts.get(type) ?? readFont(type);
  fonts.set(type, font);
  return font;
}

async function readFont(type: LoadedType): Promise<Font> {
  const [common, rest] = await Promise.all([readPart(fontNames[type], 'common'), readPart(fontNames[type], 'rest')]);
  return { common, rest };
}

async function readPart(name: string, part: FontPart): Promise<Font[FontPart]> {
  const bytes = await readFile(getFontFile(name, part));
  return { address: `/fonts/${name}-${part}-${hashShort(bytes)}.woff2`, bytes };
}

/**
 * Of a logo that is an image: most brands have none, so it is in no style sheet. The second image is for dark
 * pages; print is black on white. The classes are written by src/site/page-data/select-page-data.ts.
 */
const IMAGE_STYLE =
  '.logo{width:auto;max-width:min(11rem,40vw);height:2.25rem;object-fit:contain;object-position:left}@media (width<=30rem){.logo+span{position:absolute;clip-path:inset(50%)}}';
const DARK_IMAGE_STYLE = [
  '.logo+.logo,:root[data-theme=dark] .logo:has(+.logo){display:none}:root[data-theme=dark] .logo+.logo{display:block}',
  '@media screen and (prefers-color-scheme:dark){:root:not([data-theme]) .logo:has(+.logo){display:none}:root:not([data-theme]) .logo+.logo{display:block}}',
  '@media print{:root:root .logo:has(+.logo){display:block}:root:root .logo+.logo{display:none}}',
].join('');

const getLogoStyle = (logo: Branding['logo']): string => (logo ? `${IMAGE_STYLE}${logo.dark ? DARK_IMAGE_STYLE : ''}` : '');

export async function createOwnTheme({ look, logo }: Branding): Promise<Theme> {
  const font = isLoadedType(look.type) ? await getFont(look.type) : undefined;
  const addresses = font && { common: font.common.address, rest: font.rest.address };
  const style = formatThemeStyle(look, addresses) + getLogoStyle(logo);
  if (addresses) return { style, fonts: [addresses.common] };
  return { style, fonts: look.type === 'system' ? [] : undefined };
}

/** The desk shows each type pairing in its font, at an address without a hash, and the logo at its log-in. */
export function serveBrandAtDesk(app: FastifyInstance, brand: () => ShopTexts['brand']): void {
  for (const type of loadedTypes)
    for (const part of fontParts)
      app.get(`/fonts/${type}-${part}.woff2`, async (_request, reply) => {
        const { bytes } = (await getFont(type))[part];
        return reply.type('font/woff2').header('cache-control', 'public, max-age=86400').send(bytes);
      });
  app.get('/brand/*', (request, reply) => {
    const file = listLogoFiles(brand()).find(({ address }) => address === request.url);
    if (!file) return reply.callNotFound();
    const { bytes, type } = getLogoBytes(file);
    return reply.type(type).header('cache-control', FOR_EVER).header('content-security-policy', formatFilePolicy()).send(bytes);
  });
}

const listLogoFiles = ({ logo, icon }: ShopTexts['brand']): readonly LogoFile[] =>
  [logo?.light, logo?.dark, icon].filter((file) => file !== undefined);

/** Logos of a draft have no address yet. */
export function withInlineLogos(brand: ShopTexts['brand']): ShopTexts['brand'] {
  const inline = (file: LogoFile): LogoFile => ({ ...file, address: getLogoDataUrl(file) });
  const { logo } = brand;
  return logo ? { ...brand, logo: { ...logo, light: inline(logo.light), ...(logo.dark ? { dark: inline(logo.dark) } : {}) } } : brand;
}

export async function serveTheme(app: FastifyInstance, config: Config, shop: Pick<ShopTexts, 'brand'>): Promise<Themes> {
  const headers = { ...createSecurityHeaders(config), 'cache-control': FOR_EVER };
  const files = new Map<string, EncodedResponse>();

  const addLogos = () => {
    for (const file of listLogoFiles(shop.brand)) {
      if (files.has(file.address)) continue;
      const { bytes, type } = getLogoBytes(file);
      // A logo opened by itself may load and run nothing.
      files.set(file.address, tagUncompressed(bytes, { ...headers, 'content-type': type, 'content-security-policy': formatFilePolicy() }));
    }
  };
  const addFonts = async () => {
    for (const { address, bytes } of (await Promise.all(loadedTypes.map(getFont))).flatMap(({ common, rest }) => [common, rest]))
      files.set(address, tagUncompressed(bytes, { ...headers, 'content-type': 'font/woff2' }));
  };
  for (const folder of ['brand', 'fonts'])
    app.get(`/${folder}/*`, async (request, reply) => {
      const path = request.url.split('?')[0] ?? '';
      if (folder === 'fonts' && !files.has(path)) await addFonts();
      const file = files.get(path);
      return file ? sendTagged(request, reply, file) : sendNoFile(reply);
    });

  addLogos();
  let current = await createOwnTheme(shop.brand);
  return {
    current: () => current,
    of: createOwnTheme,
    async refresh() {
      addLogos();
      current = await createOwnTheme(shop.brand);
    },
  };
}
