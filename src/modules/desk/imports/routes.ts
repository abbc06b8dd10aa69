// Routes for the import of customers.

import type { DeskHandlers } from '#modules/staff/actions.ts';
import type { Selling } from '../selling.ts';
import type { importCalls } from './calls.ts';
import { checkImport, importAct, listImports, previewImport, undoImportAct } from './imports.ts';

export const importRoutes = (selling: Selling): Pick<DeskHandlers, keyof typeof importCalls> => ({
  'GET /api/customers/imports': () => listImports(selling),
  'POST /api/customers/import/preview': ({ body, session }) => previewImport(selling, session, body),
  'POST /api/customers/import/check': ({ input, body, session }) => checkImport(selling, session, { request: input, body }),
  'POST /api/customers/import': ({ input, body, session }) => importAct(selling, session, { request: input, body }),
  'POST /api/customers/import/undo': ({ input, session }) => undoImportAct(selling, session, input.id),
});
