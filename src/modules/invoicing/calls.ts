// Calls for invoices, receipts and credit notes.

import type { CallTable } from '../../lib/calls.ts';
import { detailsShape, paperIdShape, papersRequestShape, papersShape, saveDetailsShape } from './shapes.ts';

export const invoicingCalls = {
  'GET /api/papers': {
    who: 'token',
    about: 'The invoices, receipts and credit notes of the account, newest first, in pages; or those of one purchase, deposit or movement.',
    input: papersRequestShape,
    output: papersShape,
  },
  'GET /api/papers/pdf': { who: 'token', about: 'One of them as a PDF, the same every time.', input: paperIdShape, answer: 'bytes' },
  'GET /api/papers/details': { who: 'token', about: 'What the account wants on its invoices beside the address.', output: detailsShape },
  'POST /api/papers/details': {
    who: 'token',
    about: 'Sets the company’s name and VAT ID for the next invoices. Those that were issued stay as they are.',
    input: saveDetailsShape,
    output: detailsShape,
  },
} as const satisfies CallTable;
