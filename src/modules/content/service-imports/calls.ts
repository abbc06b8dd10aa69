// Calls for the import and export of services.

import { importFileShape, undoImportShape } from '#modules/clients/imports/shapes.ts';
import { MAX_IMPORT_BYTES } from '#modules/clients/imports/shapes-fields.ts';
import { type DeskCallTable, listDownload } from '#modules/staff/shapes-calls.ts';
import {
  serviceImportListShape,
  serviceImportRequestShape,
  serviceOutcomeShape,
  servicePreviewShape,
  undoneServicesShape,
} from './shapes.ts';

const file = { body: 'bytes', bodyBytes: MAX_IMPORT_BYTES } as const;

export const serviceImportCalls = {
  'GET /api/catalogue/imports': { may: 'catalogue.edit', about: 'Lists the newest imports of services.', output: serviceImportListShape },
  'GET /api/catalogue/table': {
    audit: listDownload,
    may: 'catalogue.see',
    about: 'Returns all services as CSV, one row for each offer, as the import reads them.',
    answer: 'bytes',
  },
  'GET /api/catalogue/template': {
    may: 'catalogue.see',
    about: 'Returns a CSV file with the columns of an import and an example service.',
    answer: 'bytes',
  },
  'POST /api/catalogue/import/preview': {
    kind: 'read',
    may: 'catalogue.edit',
    about: 'Reads the first rows of a CSV file of services. The body is the file.',
    input: importFileShape,
    output: servicePreviewShape,
    ...file,
  },
  'POST /api/catalogue/import/check': {
    kind: 'read',
    may: 'catalogue.edit',
    about: 'Says what an import would make of each row, and changes nothing. The body is the file.',
    input: serviceImportRequestShape,
    output: serviceOutcomeShape,
    ...file,
  },
  'POST /api/catalogue/import': {
    kind: 'write',
    prepares: true,
    audit: { act: 'services.import', about: 'import' },
    may: 'catalogue.edit',
    about: 'Imports services from a CSV file, all at once. New ones are not sold yet. The body is the file.',
    input: serviceImportRequestShape,
    output: serviceOutcomeShape,
    ...file,
  },
  'POST /api/catalogue/import/undo': {
    kind: 'write',
    prepares: true,
    audit: { act: 'services.undoImport', about: 'import' },
    may: 'catalogue.edit',
    about:
      'Takes an import of services back. Archives those that were published or ordered since, and returns what stays, with the reason.',
    input: undoImportShape,
    output: undoneServicesShape,
  },
} as const satisfies DeskCallTable;
