// Calls for invoices, receipts and credit notes.

import type { CallTable } from '#lib/calls.ts';
import {
  detailsShape,
  documentListRequestShape,
  documentListShape,
  eInvoiceRequestShape,
  pdfRequestShape,
  saveDetailsShape,
} from './shapes.ts';

export const invoicingCalls = {
  'GET /api/papers': {
    who: 'token',
    may: 'documents',
    about: 'Lists invoices, receipts and credit notes, newest first, paginated; optionally of one purchase, deposit or transaction.',
    input: documentListRequestShape,
    output: documentListShape,
  },
  'GET /api/papers/pdf': {
    who: 'token',
    may: 'documents',
    about: 'Downloads an invoice, receipt or credit note as PDF, also with an e-invoice in it (Factur-X).',
    input: pdfRequestShape,
    answer: 'bytes',
  },
  'GET /api/papers/xml': {
    who: 'token',
    may: 'documents',
    about: 'Downloads an invoice or credit note as e-invoice by EN 16931.',
    input: eInvoiceRequestShape,
    answer: 'bytes',
  },
  'GET /api/papers/details': {
    who: 'token',
    may: 'documents',
    about: 'Returns the company name and VAT ID for invoices.',
    output: detailsShape,
  },
  'POST /api/papers/details': {
    who: 'token',
    may: 'money',
    about: 'Sets the company name and VAT ID for future invoices.',
    input: saveDetailsShape,
    output: detailsShape,
  },
} as const satisfies CallTable;
