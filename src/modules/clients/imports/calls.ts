// Calls for the import of customers.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';

import {
  importFileShape,
  importListShape,
  importOutcomeShape,
  importPreviewShape,
  importRequestShape,
  undoImportShape,
  undoneImportShape,
} from './shapes.ts';
import { MAX_IMPORT_BYTES } from './shapes-fields.ts';

const file = { body: 'bytes', bodyBytes: MAX_IMPORT_BYTES } as const;

export const importCalls = {
  'GET /api/customers/imports': { may: 'customers.import', about: 'Lists the newest imports of customers.', output: importListShape },
  'POST /api/customers/import/preview': {
    kind: 'read',
    may: 'customers.import',
    about: 'Reads the first rows of a CSV file. The body is the file.',
    input: importFileShape,
    output: importPreviewShape,
    ...file,
  },
  'POST /api/customers/import/check': {
    kind: 'read',
    may: 'customers.import',
    about: 'Says what an import would make of each row, and changes nothing. The body is the file.',
    input: importRequestShape,
    output: importOutcomeShape,
    ...file,
  },
  'POST /api/customers/import': {
    kind: 'write',
    prepares: true,
    audit: { act: 'customers.import', about: 'import' },
    may: 'customers.import',
    about: 'Imports customers from a CSV file, all at once. Sends no email. The body is the file.',
    input: importRequestShape,
    output: importOutcomeShape,
    ...file,
  },
  'POST /api/customers/import/undo': {
    kind: 'write',
    audit: { act: 'customers.undoImport', about: 'import' },
    may: 'customers.import',
    about: 'Removes the accounts of an import that nobody has used since. Returns the others, with the reason.',
    input: undoImportShape,
    output: undoneImportShape,
  },
} as const satisfies DeskCallTable;
