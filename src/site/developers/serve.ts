// Serves the API reference at /developers: open, in the shop's look, made of the OpenAPI document. English
// only, because its readers write code.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { fontParts } from '#lib/look/font-ranges.ts';
import { html, type Markup } from '#lib/markdown/html.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import type { Config } from '#platform/config/config.ts';
import { prepareTagged, sendTagged } from '#platform/http/etag-response.ts';
import { createSecurityHeaders } from '#platform/http/headers.ts';
import type { EncodedResponse } from '#platform/http/prebuilt-response.ts';
import { codeFile, getFontFile } from '#platform/paths.ts';
import { createOwnTheme } from '../theme.ts';
import type { ApiDocument } from './document.ts';
import { renderReferencePage, STYLES } from './reference.ts';

const PATH = '/developers';
const styles = ['src/ui/styles/tokens.css', 'src/site/developers/developers.css'];

type Sources = {
  readonly config: Config;
  readonly shop: Pick<ShopTexts, 'brand'>;
  readonly describe: () => object;
  /** Changes with the document. */
  readonly version: () => string;
};

/** Made at the first request, and again after a change of the brand or the document: few people read it. */
export function serveDevelopers(app: FastifyInstance, { config, shop, describe, version }: Sources): void {
  let ready: { readonly of: string; readonly page: Promise<EncodedResponse> } | undefined;
  app.get(PATH, async (request, reply) => {
    const { brand } = shop;
    const of = JSON.stringify([brand.name, brand.look, brand.logo?.light.address, version()]);
    if (ready?.of !== of) ready = { of, page: renderPage(config, brand, describe() as ApiDocument) };
    return sendTagged(request, reply, await ready.page);
  });
  app.get(STYLES, (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(styles.map((file) => readFileSync(codeFile(file), 'utf8')).join('\n')),
  );
  for (const part of fontParts)
    app.get(`/developers-${part}.woff2`, (_request, reply) =>
      reply
        .type('font/woff2')
        .header('cache-control', 'public, max-age=86400')
        .send(readFileSync(getFontFile('bricolage-grotesque', part))),
    );
}

async function renderPage(config: Config, brand: ShopTexts['brand'], api: ApiDocument): Promise<EncodedResponse> {
  const { style } = await createOwnTheme({ look: brand.look });
  const page = renderReferencePage({ brand: brand.name, logo: renderLogo(brand), style, api });
  return prepareTagged(Buffer.from(page), {
    ...createSecurityHeaders(config, style === '' ? {} : { styles: [style] }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  });
}

function renderLogo({ name, logo }: ShopTexts['brand']): Markup {
  if (!logo) return html`${name}`;
  const { light, dark } = logo;
  const image = html`<img src="${light.address}" alt="${name}" width="${light.width}" height="${light.height}">`;
  return dark ? html`<picture><source srcset="${dark.address}" media="(prefers-color-scheme: dark)">${image}</picture>` : image;
}
