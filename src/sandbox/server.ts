// Serves the sandbox (mailbox and bank) on its own port, never in production.
import type { FastifyInstance } from 'fastify';
import { UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { makeServer } from '#platform/http/server.ts';
import { isLocal } from '#platform/internal-pages/guard.ts';
import { servePlainLook } from '#platform/internal-pages/page.ts';
import { serveBank } from './bank/routes.ts';
import { serveMailbox } from './mailbox/pages.ts';

export function createSandbox(ctx: AppContext, secrets: Secrets): FastifyInstance {
  if (ctx.config.production) throw new Error('the sandbox must not run in production');
  const app = makeServer(ctx);
  // It shows all mails with their links, so it is accessible from this machine only.
  app.addHook('onRequest', async (request) => {
    if (!isLocal(request)) throw new UserError(404);
  });
  servePlainLook(app);
  serveMailbox(app, ctx);
  serveBank(app, ctx, secrets);
  return app;
}
