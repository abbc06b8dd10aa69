import { Download, type Handlers } from '#platform/http/api-routes.ts';
import type { FilesModule } from './actions.ts';

type FileCall = 'POST /api/files' | 'GET /api/files' | 'GET /api/files/content' | 'POST /api/files/remove';

export const fileRoutes = (files: FilesModule): Pick<Handlers, FileCall> => ({
  'POST /api/files': ({ caller, input, body, request }) => files.upload(caller, { ...input, ...body, address: request.ip }),
  'GET /api/files': ({ caller }) => files.list(caller),
  'GET /api/files/content': async ({ caller, input }) => new Download(await files.read(caller, input.id)),
  'POST /api/files/remove': ({ caller, input }) => files.remove(caller, input.id),
});
