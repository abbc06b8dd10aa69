// Tells pages of an older build which build is served now; see the client's builds.ts.
import type { FastifyInstance } from 'fastify';
import { getPageRow, listServedPages } from '../pages.ts';
import { type Build, readBuilds } from './builds/build.ts';

export async function serveBuilds(app: FastifyInstance, build: Build, production: boolean): Promise<void> {
  const latest = { id: build.id, timestamp: build.timestamp };
  // A page of an older build requests its own; current redirects apply to it, too.
  const known = new Map([...(await readBuilds()), build].map(({ id, timestamp }) => [`${id}.json`, { id, timestamp }]));
  const prerendered = listServedPages(production)
    .map(getPageRow)
    .filter(({ server, path }) => server && !path.includes(':'));
  const routeRules = Object.fromEntries(prerendered.map(({ path }) => [path, { prerender: true }]));
  app.get('/builds/latest.json', (_request, reply) => reply.header('cache-control', 'no-store').send(latest));
  app.get<{ Params: { file: string } }>('/builds/meta/:file', (request, reply) => {
    const build = known.get(request.params.file);
    // This node knows nothing about another build; the node that serves it does.
    if (!build) return reply.code(404).header('cache-control', 'no-store').send({ status: 404, title: 'There is no such build here.' });
    return reply.header('cache-control', 'private, no-cache').send({ ...build, routeRules });
  });
}
