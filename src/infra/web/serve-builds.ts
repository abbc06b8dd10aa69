// Which build is being served, so that a page of an older one knows; see the client's builds.ts.
import type { FastifyInstance } from 'fastify';
import { pageNames, pageRow } from '../../pages.ts';
import type { Build } from './build.ts';

export function serveBuilds(app: FastifyInstance, { id, timestamp }: Build): void {
  const latest = { id, timestamp };
  const prerendered = pageNames.map(pageRow).filter(({ server, path }) => server && !path.includes(':'));
  const routeRules = Object.fromEntries(prerendered.map(({ path }) => [path, { prerender: true }]));
  app.get('/builds/latest.json', (_request, reply) => reply.header('cache-control', 'no-store').send(latest));
  app.get<{ Params: { file: string } }>('/builds/meta/:file', (request, reply) => {
    const known = request.params.file === `${id}.json`;
    // Of another build nothing is known here; its own node knows.
    if (!known) return reply.code(404).header('cache-control', 'no-store').send({ status: 404, title: 'There is no such build here.' });
    return reply.header('cache-control', 'private, no-cache').send({ ...latest, routeRules });
  });
}
