// The webhook route. Reads the raw body, because the signature covers its bytes.
import type { FastifyInstance } from 'fastify';
import type { PaymentsModule } from '../actions.ts';

const MAX_BYTES = 256 * 1024;

export function serveWebhooks(app: FastifyInstance, payments: Pick<PaymentsModule, 'webhook'>): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { provider: string } }>('/api/payments/webhook/:provider', { bodyLimit: MAX_BYTES }, async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await payments.webhook(request.params.provider, raw, request.headers);
      return reply.header('cache-control', 'no-store').code(204).send();
    });
  });
}
