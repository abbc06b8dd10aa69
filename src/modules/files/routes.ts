import type { FastifyInstance } from 'fastify';
import { UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import { Download, type Guard, type Handlers } from '#platform/http/api-routes.ts';
import { isForeign } from '#platform/http/origin.ts';
import { serveUploads } from '#platform/http/uploads.ts';
import { type FilesModule, toUploadOwner } from './actions.ts';
import { fileCalls } from './calls.ts';

type FileCall =
  | 'POST /api/files'
  | 'POST /api/files/begin'
  | 'POST /api/files/finish'
  | 'GET /api/files'
  | 'GET /api/files/content'
  | 'POST /api/files/remove';

export const fileRoutes = (files: FilesModule): Pick<Handlers, FileCall> => ({
  'POST /api/files': ({ caller, input, body, request }) => files.upload(caller, { ...input, ...body, address: request.ip }),
  'POST /api/files/begin': ({ caller, input, request }) => files.begin(caller, { ...input, address: request.ip }),
  'POST /api/files/finish': ({ caller, input }) => files.finish(caller, input.id),
  'GET /api/files': ({ caller }) => files.list(caller),
  'GET /api/files/content': async ({ caller, input }) => new Download(await files.read(caller, input.id)),
  'POST /api/files/remove': ({ caller, input }) => files.remove(caller, input.id),
});

/** The parts of large files. */
export const serveFileParts = (app: FastifyInstance, { config, log }: AppContext, files: FilesModule, guard: Guard): void =>
  serveUploads(app, {
    ...{ config, log, uploads: files.uploads },
    async findOwner(request) {
      if (isForeign(request.headers, config)) throw new UserError(403);
      return toUploadOwner(await guard(request, fileCalls['POST /api/files/finish']));
    },
  });
