// The server of the desk's port: app, health checks, status page and metrics.
import type { FastifyInstance } from 'fastify';
import { serveHealth } from '#platform/http/health.ts';
import { makeServer } from '#platform/http/server.ts';
import type { Readiness } from '#platform/process/readiness.ts';
import { type AppOptions, serveDeskApp } from './serve-app.ts';
import { type StatusOptions, serveStatus } from './serve-status.ts';

export async function openDesk(options: StatusOptions & AppOptions & { readonly readiness: Readiness }): Promise<FastifyInstance> {
  const { ctx, readiness } = options;
  // The storefront's locale cookie arrives too, because ports share cookies; the desk is in English only.
  const app = makeServer({ ...ctx, readiness, speaks: 'en' });
  serveHealth(app, { probe: ctx.db.probe, readiness });
  await serveStatus(app, options);
  await serveDeskApp(app, options);
  return app;
}
