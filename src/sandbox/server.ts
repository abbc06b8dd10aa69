// The outside world in small, for a machine that has none, on a port of its own and never in production. Each thing it plays has its own file.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../infra/app-context.ts';
import type { Secrets } from '../infra/config/secrets.ts';
import { makeServer } from '../infra/http/server.ts';
import { isLocal } from '../infra/internal-pages/guard.ts';
import { servePlainLook } from '../infra/internal-pages/page.ts';
import { UserError } from '../lib/user-error.ts';
import { serveBank } from './bank/routes.ts';
import { serveMailbox } from './mailbox/pages.ts';

export function openSandbox(ctx: AppContext, secrets: Secrets): FastifyInstance {
  if (ctx.config.production) throw new Error('the sandbox is not for production');
  const app = makeServer(ctx);
  // It shows every mail, with its links: to nobody but the person at this machine.
  app.addHook('onRequest', async (request) => {
    if (!isLocal(request)) throw new UserError(404);
  });
  servePlainLook(app);
  serveMailbox(app, ctx);
  serveBank(app, ctx, secrets);
  return app;
}
