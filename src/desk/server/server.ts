// The server of the desk's port: app, status page and metrics.
import type { FastifyInstance } from 'fastify';
import { makeServer } from '../../infra/http/server.ts';
import { type AppOptions, serveDeskApp } from './serve-app.ts';
import { type StatusOptions, serveStatus } from './serve-status.ts';

export async function openDesk(options: StatusOptions & AppOptions): Promise<FastifyInstance> {
  // The storefront's locale cookie arrives too, because ports share cookies; the desk is in English only.
  const app = makeServer({ ...options.ctx, speaks: 'en' });
  await serveStatus(app, options);
  await serveDeskApp(app, options);
  return app;
}
