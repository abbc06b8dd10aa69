// The desk's call for what the shop sells; editing is in the settings module.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { deskCatalogueShape } from './desk-shapes.ts';

export const catalogueDeskCalls = {
  'GET /api/catalogue': {
    may: 'catalogue.see',
    about: 'Lists services with their offers, prices and brief fields.',
    output: deskCatalogueShape,
  },
} as const satisfies DeskCallTable;
