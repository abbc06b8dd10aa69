// Serves the status page, the metrics, and the retry of failed jobs.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../infra/app-context.ts';
import { hasBearerToken, isLocal, isOwnOrigin } from '../../infra/internal-pages/guard.ts';
import { sendPlainPage, servePlainLook } from '../../infra/internal-pages/page.ts';
import { retryJobs } from '../../infra/jobs/admin.ts';
import type { Metrics } from '../../infra/logging/metrics.ts';
import { UserError } from '../../lib/user-error.ts';
import { type About, readStatus } from './status.ts';
import { statusPage } from './status-page.ts';

export type StatusOptions = { readonly ctx: AppContext; readonly metrics: Metrics; readonly about: About };

/** For requests from this machine; in production for requests with the token. */
export const serveStatus = (server: FastifyInstance, { ctx, metrics, about }: StatusOptions) =>
  server.register(async (app) => {
    app.addHook('onRequest', async (request) => guard(ctx, request));
    // The retry form has no body.
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
 * In production only requests with the token: a local proxy without forwarding headers looks like a local user. Otherwise only requests from
 * this machine. Others get 404.
 */
function guard({ config }: AppContext, request: FastifyRequest): void {
  if (config.production ? hasBearerToken(request, config.metricsToken) : isLocal(request)) return;
  throw new UserError(config.production && config.metricsToken !== undefined ? 401 : 404);
}

async function tryAgain(ctx: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (!isOwnOrigin(request)) throw new UserError(403);
  const { id } = request.params as { readonly id: string };
  // A job that runs again or is done counts as retried.
  const retried = await retryJobs(ctx.db.orm, { id });
  if (retried.length > 0) ctx.log.info({ job: id }, 'job.failed.retried');
  return reply.redirect('/status', 303);
}
