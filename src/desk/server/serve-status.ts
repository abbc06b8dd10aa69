// Serves the status page, the metrics, and the retry of failed jobs.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ShopTexts } from '#lib/rendering.ts';
import { UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import { isOwnOrigin, requireOperations } from '#platform/internal-pages/guard.ts';
import { serveMetrics } from '#platform/internal-pages/metrics.ts';
import { sendPlainPage, servePlainLook } from '#platform/internal-pages/page.ts';
import { retryJobs } from '#platform/jobs/admin.ts';
import type { Metrics } from '#platform/logging/metrics.ts';
import { type About, readStatus } from './status.ts';
import { renderStatusPage } from './status-page.ts';

export type StatusOptions = {
  readonly ctx: AppContext;
  readonly metrics: Metrics;
  readonly about: About;
  readonly brand: () => Pick<ShopTexts['brand'], 'name'>;
};

/** For requests from this machine; in production for requests with the token. */
export const serveStatus = (server: FastifyInstance, { ctx, metrics, about, brand }: StatusOptions) =>
  server.register(async (app) => {
    await serveMetrics(app, ctx, metrics);
    app.addHook('onRequest', async (request) => requireOperations(ctx.config, request));
    // The retry form has no body.
    app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) => done(null, undefined));
    servePlainLook(app);
    app.get('/status', async (_request, reply) =>
      sendPlainPage(reply, `Status — ${brand().name}`, renderStatusPage(await readStatus(ctx, about), brand().name)),
    );
    app.post('/jobs/:id/retry', async (request, reply) => tryAgain(ctx, request, reply));
  });

async function tryAgain(ctx: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (!isOwnOrigin(request)) throw new UserError(403);
  const { id } = request.params as { readonly id: string };
  // A job that runs again or is done counts as retried.
  const retried = await retryJobs(ctx.db.orm, { id });
  if (retried.length > 0) ctx.log.info({ job: id }, 'job.failed.retried');
  return reply.redirect('/status', 303);
}
