// Serves the parts of large uploads. The library answers; who may send them is checked before.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UserError } from '#lib/user-error.ts';
import type { Config } from '../config/config.ts';
import { createNoRoomError } from '../files/ingest-upload.ts';
import { StoreFull } from '../files/upload-spool.ts';
import { UPLOADS_PATH, type Uploads } from '../files/uploads.ts';
import type { Log } from '../logging/log.ts';
import { createSecurityHeaders } from './headers.ts';

/** Of a part, which decides how long it may take; clients send smaller ones. */
const PART_BYTES = 64 * 1024 * 1024;
const uploadId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

type Rights = {
  readonly config: Config;
  readonly log: Log;
  readonly uploads: Uploads;
  /** Names the owner, or throws a user error. Runs before the body is read. */
  readonly findOwner: (request: FastifyRequest) => Promise<string>;
};

export function serveUploads(app: FastifyInstance, { config, log, uploads, findOwner }: Rights): void {
  const shared = { ...createSecurityHeaders(config), 'cache-control': 'no-store' };
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, parsed) => parsed(null));
    scope.route({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${UPLOADS_PATH}/:id`,
      bodyLimit: PART_BYTES,
      async onRequest(request) {
        const { id } = request.params as { id: string };
        const owner = await findOwner(request);
        if (!uploadId.test(id) || !(await uploads.isOwn(id, owner))) throw new UserError(404);
        await uploads.requireRoom(Number(request.headers['content-length']) || 0).catch((cause: unknown) => {
          throw cause instanceof StoreFull ? createNoRoomError(log, cause) : cause;
        });
      },
      async handler(request, reply) {
        reply.hijack();
        for (const [name, value] of Object.entries({ ...shared, ...reply.getHeaders(), 'x-request-id': request.id }))
          if (value !== undefined) reply.raw.setHeader(name, value);
        await uploads.handle(request.raw, reply.raw);
      },
    });
    done();
  });
}
