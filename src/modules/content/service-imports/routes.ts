// Routes for the import and export of services.

import { type DeskHandlers, downloadList } from '#modules/staff/actions.ts';
import type { TextDeps } from '../actions.ts';
import type { serviceImportCalls } from './calls.ts';
import { servicesFile, servicesTemplate } from './export.ts';
import { checkServices, importServices, listServiceImports, previewServices, undoServices } from './service-imports.ts';

export const serviceImportRoutes = (deps: TextDeps): Pick<DeskHandlers, keyof typeof serviceImportCalls> => ({
  'GET /api/catalogue/imports': () => listServiceImports(deps),
  'GET /api/catalogue/table': ({ session }) => downloadList(deps.ctx, session, { list: 'services', filter: {} }, () => servicesFile(deps)),
  'GET /api/catalogue/template': () => servicesTemplate(deps),
  'POST /api/catalogue/import/preview': ({ body, session }) => previewServices(deps, session, body),
  'POST /api/catalogue/import/check': ({ input, body, session }) => checkServices(deps, session, { request: input, body }),
  'POST /api/catalogue/import': ({ input, body, session }) => importServices(deps, session, { request: input, body }),
  'POST /api/catalogue/import/undo': ({ input, session }) => undoServices(deps, session, input.id),
});
