// What the shop says of itself to those who run its machines: the status page, the metrics, and jobs that are tried again.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../infra/app-context.ts';
import { bearsToken, isLocal, isOwnOrigin } from '../../infra/internal-pages/guard.ts';
import { sendPlainPage, servePlainLook } from '../../infra/internal-pages/page.ts';
import { retryJobs } from '../../infra/jobs/admin.ts';
import type { Metrics } from '../../infra/logging/metrics.ts';
import { UserError } from '../../lib/user-error.ts';
import { type About, readStatus } from './status.ts';
import { statusPage } from './status-page.ts';

export type StatusOptions = { readonly ctx: AppContext; readonly metrics: Metrics; readonly about: About };

/** For who sits at the machine, and in production for who bears the token. */
export const serveStatus = (server: FastifyInstance, { ctx, metrics, about }: StatusOptions) =>
  server.register(async (app) => {
    app.addHook('onRequest', async (request) => guard(ctx, request));
    // A form of ours carries nothing but the address it is sent to.
    app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) => done(null, undefined));
    servePlainLook(app);
    app.get('/metrics', async (_request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type(metrics.contentType)
        .send(await metrics.scrape()),
    );
    app.get('/status', async (_request, reply) => sendPlainPage(reply, 'Status — Desk', statusPage(await readStatus(ctx, about))));
    app.post('/jobs/:id/retry', async (request, reply) => tryAgain(ctx, request, reply));
  });

/**
 * In production whoever bears the token, and nobody else: a proxy on this machine that adds no header looks like somebody who sits at it. Elsewhere whoever
 * is at this machine. A stranger learns nothing, not even that there is a desk.
 */
function guard({ config }: AppContext, request: FastifyRequest): void {
  if (config.production ? bearsToken(request, config.metricsToken) : isLocal(request)) return;
  throw new UserError(config.production && config.metricsToken !== undefined ? 401 : 404);
}

async function tryAgain(ctx: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (!isOwnOrigin(request)) throw new UserError(403);
  const { id } = request.params as { readonly id: string };
  // A job that meanwhile runs, or is done, is as good as tried again.
  const retried = await retryJobs(ctx.db.orm, { id });
  if (retried.length > 0) ctx.log.info({ job: id }, 'a job that was given up is tried again');
  return reply.redirect('/status', 303);
}
