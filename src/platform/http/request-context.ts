// Async context with the current request's id and address, for code far below the handler: password queue,
// security log.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const storage = new AsyncLocalStorage<FastifyRequest>();

/** Undefined outside a request, such as in a job. */
export const findCurrentRequest = (): FastifyRequest | undefined => storage.getStore();

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Timers and connections that outlive their first request stay in its context, and must not be taken for
     * a part of it.
     */
    isAnswered: boolean;
  }
}

/** For log lines. Undefined once the request is answered. */
export function findCurrentRequestId(): string | undefined {
  const request = storage.getStore();
  return request && !request.isAnswered ? request.id : undefined;
}

export function addRequestContext(app: FastifyInstance): void {
  app.decorateRequest('isAnswered', false);
  app.addHook('onRequest', (request, _reply, done) => storage.run(request, done));
  // The end of a body is a socket event, which does not carry the context of the first hook.
  app.addHook('preValidation', (request, _reply, done) => storage.run(request, done));
}
