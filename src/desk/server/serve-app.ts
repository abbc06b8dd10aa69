// Serves the desk: its API, its files, and one HTML document for every page.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ViteDevServer } from 'vite';
import { html } from '#lib/markdown/html.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import { UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import { serveAssets } from '#platform/assets/assets.ts';
import { openSharedAssets } from '#platform/assets/shared-assets.ts';
import type { Config } from '#platform/config/config.ts';
import { createSecurityHeaders } from '#platform/http/headers.ts';
import { isDeskHost } from '#platform/http/origin.ts';
import { isLocal } from '#platform/internal-pages/guard.ts';
import type { Build } from '#site/builds/build.ts';
import { DESK_ENTRY, serveModules } from '#site/builds/vite.ts';
import { listImportedRows, type Manifest } from '#site/page-files.ts';
import { serveBrandAtDesk } from '#site/theme.ts';

/** The desk's calls, which the modules answer. */
export type DeskCalls = {
  serve(app: FastifyInstance): void;
  /** True if the request carries a session cookie; each call checks whether the session is valid. */
  isKnown(request: FastifyRequest): boolean;
};

export type AppOptions = {
  readonly ctx: AppContext;
  readonly build: Build;
  readonly deskModule: DeskCalls;
  readonly brand: () => ShopTexts['brand'];
  /** In development. */
  readonly vite: ViteDevServer | undefined;
};

export async function serveDeskApp(app: FastifyInstance, { ctx, build, deskModule, brand, vite }: AppOptions): Promise<void> {
  const { config } = ctx;
  if (vite) serveModules(app, vite, (request) => guard(config, request));
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => guard(config, request));
    deskModule.serve(scope);
    serveBrandAtDesk(scope, brand);
    // Previews of pages refer to pictures of the storefront.
    const folders = [`${build.folder}/desk/assets`, `${build.folder}/client/assets`];
    const assets = { folders, shared: openSharedAssets(ctx, 'desk'), log: ctx.log };
    if (!vite) await serveAssets(scope, assets, createSecurityHeaders(config));
    const files = vite ? devFiles : await readDeskFiles(build.folder);
    const send = async (request: FastifyRequest, reply: FastifyReply) => {
      const document = renderDeskDocument(brand(), files, deskModule.isKnown(request));
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .headers(vite ? devHeaders : {})
        .send(vite ? await vite.transformIndexHtml(request.url, document) : document);
    };
    scope.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'));
    for (const path of ['/', '/:page', '/:page/:id']) scope.get(path, send);
  });
}

/** Outside production the desk answers only on this machine. */
function guard(config: Config, request: FastifyRequest): void {
  if (!(config.production ? isDeskHost(request.headers, config) : isLocal(request))) throw new UserError(404);
}

/** No CSP in development: Vite's inline scripts would need 'unsafe-inline'. */
const devHeaders = { 'content-security-policy': "frame-ancestors 'none'" } as const;

type DeskFiles = { readonly script: string; readonly styles: readonly string[]; readonly early: readonly string[] };

async function readDeskFiles(buildFolder: string): Promise<DeskFiles> {
  const manifest = JSON.parse(await readFile(join(buildFolder, 'desk/.vite/manifest.json'), 'utf8')) as Manifest;
  const chunks = listImportedRows(manifest, [DESK_ENTRY]);
  const address = (file: string): string => `/${file}`;
  const entry = chunks.at(-1)?.file ?? '';
  return {
    script: address(entry),
    styles: chunks.flatMap(({ css = [] }) => css).map(address),
    early: chunks.map(({ file }) => address(file)).filter((file) => file !== address(entry)),
  };
}

const devFiles: DeskFiles = {
  script: `/${DESK_ENTRY}`,
  styles: ['/src/ui/styles/tokens.css?direct', '/src/ui/styles/base.css?direct'],
  early: [],
};

type DeskBrand = Pick<ShopTexts['brand'], 'name' | 'logo'>;

const renderLogoAttributes = ({ logo }: DeskBrand) =>
  logo && html` data-logo="${logo.light.address}"${logo.dark && html` data-logo-dark="${logo.dark.address}"`}`;

/** `known`: the browser has a session cookie, so queries can start before the session is confirmed. */
const renderDeskDocument = (brand: DeskBrand, { script, styles, early }: DeskFiles, known: boolean): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><title>Desk — ${brand.name}</title><link rel="icon" href="data:,">
${styles.map((file) => html`<link rel="stylesheet" href="${file}">`)}
${early.map((file) => html`<link rel="modulepreload" href="${file}">`)}
</head><body><div id="root" data-brand="${brand.name}"${renderLogoAttributes(brand)}${known && html` data-known`}><noscript>The desk needs JavaScript.</noscript></div><script type="module" src="${script}"></script></body></html>
`.text;
