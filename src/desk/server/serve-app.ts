// The operators' app at the desk's port: its calls, its files, and the one document behind every address that is a page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../infra/app-context.ts';
import type { Config } from '../../infra/config/config.ts';
import { securityHeaders } from '../../infra/http/headers.ts';
import { isLocal } from '../../infra/internal-pages/guard.ts';
import { serveAssets } from '../../infra/web/assets.ts';
import type { Build } from '../../infra/web/builds/build.ts';
import { UserError } from '../../lib/user-error.ts';
import type { DeskRoom } from '../../modules/desk/actions.ts';
import { deskDocument, deskFiles, devFiles } from './document.ts';

export type AppOptions = {
  readonly ctx: AppContext;
  readonly build: Build;
  readonly room: DeskRoom;
  readonly brand: string;
  /** Hot reload. */
  readonly dev: boolean;
};

export async function serveDeskApp(app: FastifyInstance, { ctx, build, room, brand, dev }: AppOptions): Promise<void> {
  const { config } = ctx;
  // Before the rest, and not in its scope: the files of the app have no routes there.
  const vite = dev ? await hotReload(app) : undefined;
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => guard(config, request));
    room.serve(scope);
    if (!dev) await serveAssets(scope, [`${build.folder}/desk/assets`], securityHeaders(config));
    const files = vite ? devFiles : await deskFiles(build.folder);
    const documents = { known: deskDocument(brand, files, true), new: deskDocument(brand, files, false) };
    const send = async (request: FastifyRequest, reply: FastifyReply) => {
      const document = documents[room.isKnown(request) ? 'known' : 'new'];
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .headers(vite ? devHeaders : {})
        .send(vite ? await vite.transformIndexHtml(request.url, document) : document);
    };
    for (const path of ['/', '/:page', '/:page/:id']) scope.get(path, send);
  });
}

/** In production the desk answers at its own host name only, and not at all before it has one. Elsewhere it is for who sits at this machine. */
function guard({ production, deskUrl }: Config, request: FastifyRequest): void {
  const isHere = production ? deskUrl !== undefined && request.headers.host === new URL(deskUrl).host : isLocal(request);
  if (!isHere) throw new UserError(404);
}

/** Vite's own scripts stand inline, and a policy that lets them run would not be worth its name. */
const devHeaders = { 'content-security-policy': "frame-ancestors 'none'" } as const;

/** What Vite must not answer: these are ours. */
const ours = /^\/(api|status|metrics|jobs|plain\.css)(\/|\?|$)/i;

/** A Vite of its own, whose prepared packages lie in a folder of their own: the storefront's would find them changed under its feet. */
async function hotReload(app: FastifyInstance) {
  const { createServer } = await import('vite');
  const vite = await createServer({
    appType: 'custom',
    cacheDir: 'node_modules/.vite-desk',
    optimizeDeps: { entries: ['src/desk/app/entry.tsx'] },
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', (request, reply, done) => {
    if (ours.test(request.url)) done();
    else if (!isLocal(request)) done(new UserError(404));
    else vite.middlewares(request.raw, reply.raw, () => done());
  });
  return vite;
}
