// Serves the metrics: to requests from this machine, in production to requests with the token.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { Metrics } from '../logging/metrics.ts';
import { requireOperations } from './guard.ts';

export const serveMetrics = (server: FastifyInstance, { config }: Pick<AppContext, 'config'>, metrics: Metrics) =>
  server.register(async (app) => {
    app.addHook('onRequest', async (request) => requireOperations(config, request));
    app.get('/metrics', async (_request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type(metrics.contentType)
        .send(await metrics.scrape()),
    );
  });
