// Routes for the import of customers.

import type { DeskHandlers } from '#modules/staff/actions.ts';
import type { ClientDeps } from '../customer.ts';
import type { importCalls } from './calls.ts';
import { checkImport, importCustomers, listImports, previewImport, undoImport } from './imports.ts';

export const importRoutes = (deps: ClientDeps): Pick<DeskHandlers, keyof typeof importCalls> => ({
  'GET /api/customers/imports': () => listImports(deps),
  'POST /api/customers/import/preview': ({ body, session }) => previewImport(deps, session, body),
  'POST /api/customers/import/check': ({ input, body, session }) => checkImport(deps, session, { request: input, body }),
  'POST /api/customers/import': ({ input, body, session }) => importCustomers(deps, session, { request: input, body }),
  'POST /api/customers/import/undo': (tx, { input }) => undoImport(deps, tx, input.id),
});
