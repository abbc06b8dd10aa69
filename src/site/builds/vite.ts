// Vite as middleware of the server, in development: it serves the pages' modules to browsers and renders
// pages from their source.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ViteDevServer } from 'vite';
import { root } from '#platform/paths.ts';

const PAGES_ENTRY = 'src/account/entry.client.tsx';
export const RENDERER_ENTRY = 'src/site/entry.server.tsx';
export const DESK_ENTRY = 'src/desk/app/entry.tsx';

const isModule = /^\/(@|src\/|node_modules\/|locales\/)/;

export async function openVite({ dataDir }: { readonly dataDir: string }): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  return createServer({
    root,
    configLoader: 'native',
    optimizeDeps: { entries: [PAGES_ENTRY, DESK_ENTRY] },
    server: { middlewareMode: true, watch: { ignored: [`${dataDir}/**`, `${root}/dist/**`] } },
  });
}

/** `guard` throws for browsers that get no modules. */
export function serveModules(app: FastifyInstance, vite: ViteDevServer, guard: (request: FastifyRequest) => void = () => undefined): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isModule.test(request.url)) return done();
    guard(request);
    vite.middlewares(request.raw, reply.raw, done);
  });
}
