// Route that receives raw mail from the mail server, authenticated by a shared secret. Off if no secret is
// configured.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { UserError } from '#lib/user-error.ts';
import type { Config } from '#platform/config/config.ts';
import type { SupportModule } from '../actions.ts';

/** One file of the maximum size in base64, and the mail around it. */
const MAX_BYTES = 15 * 1024 * 1024;

export function serveMailIn(app: FastifyInstance, { mailIn }: Pick<Config, 'mailIn'>, support: Pick<SupportModule, 'receiveMail'>): void {
  if (!mailIn) return;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) => done(null, body));
    scope.route({
      method: 'POST',
      url: '/api/support/mail',
      bodyLimit: MAX_BYTES,
      // Authenticates before the body is read.
      async onRequest(request) {
        if (!isSame(request.headers.authorization ?? '', `Bearer ${mailIn.secret}`)) throw new UserError(401);
      },
      async handler(request, reply) {
        const outcome = await support.receiveMail(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
        request.log.info({ taken: outcome }, 'support.mail.received');
        return reply.header('cache-control', 'no-store').code(204).send();
      },
    });
  });
}

const isSame = (received: string, expected: string): boolean => timingSafeEqual(hashText(received), hashText(expected));
const hashText = (text: string): Buffer => createHash('sha256').update(text).digest();
