// The request that is being answered, for code far below a handler that needs its id or its address: the queue of password hashes, the security log.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const storage = new AsyncLocalStorage<FastifyRequest>();

/** Undefined outside a request, such as in a job. */
export const currentRequest = (): FastifyRequest | undefined => storage.getStore();

export function addRequestContext(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => storage.run(request, done));
  // The end of a body is an event of the socket, which does not carry the context of the first hook.
  app.addHook('preValidation', (request, _reply, done) => storage.run(request, done));
}
