// Serves the desk: its API, its files, and one HTML document for every page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ViteDevServer } from 'vite';
import type { ShopTexts } from '#lib/rendering.ts';
import { UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import { serveAssets } from '#platform/assets/assets.ts';
import { openSharedAssets } from '#platform/assets/shared-assets.ts';
import type { Config } from '#platform/config/config.ts';
import { securityHeaders } from '#platform/http/headers.ts';
import { isDeskHost } from '#platform/http/origin.ts';
import { isLocal } from '#platform/internal-pages/guard.ts';
import type { Build } from '#site/builds/build.ts';
import { serveModules } from '#site/builds/vite.ts';
import { serveBrandAtDesk } from '#site/theme.ts';
import { deskDocument, deskFiles, devFiles } from './document.ts';

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
    if (!vite) await serveAssets(scope, assets, securityHeaders(config));
    const files = vite ? devFiles : await deskFiles(build.folder);
    const send = async (request: FastifyRequest, reply: FastifyReply) => {
      const document = deskDocument(brand(), files, deskModule.isKnown(request));
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
