// The desk's port: the operators' app, and what the shop says of itself to those who run its machines.
import type { FastifyInstance } from 'fastify';
import { makeServer } from '../../infra/http/server.ts';
import { type AppOptions, serveDeskApp } from './serve-app.ts';
import { type StatusOptions, serveStatus } from './serve-status.ts';

export async function openDesk(options: StatusOptions & AppOptions): Promise<FastifyInstance> {
  // Ports share their cookies, so the language that was chosen in the shop beside it comes along; the desk speaks English.
  const app = makeServer({ ...options.ctx, speaks: 'en' });
  await serveStatus(app, options);
  await serveDeskApp(app, options);
  return app;
}
