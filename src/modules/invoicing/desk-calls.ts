// Calls for invoices, receipts and credit notes.
import { type DeskCallTable, listDownload } from '#modules/staff/shapes-calls.ts';
import { invoicesFileShape, invoicesRequestShape, invoicesShape, paperRequestShape } from './desk-shapes.ts';

export const invoiceCalls = {
  'GET /api/paper': {
    may: 'money.see',
    about: 'Downloads an invoice, a receipt or a credit note.',
    input: paperRequestShape,
    answer: 'bytes',
  },
  'GET /api/papers': {
    may: 'money.see',
    about: 'Lists invoices, receipts and credit notes, newest first.',
    input: invoicesRequestShape,
    output: invoicesShape,
  },
  'GET /api/papers/table': {
    audit: listDownload,
    may: 'money.see',
    about: 'Returns the matching invoices, receipts and credit notes as CSV.',
    input: invoicesFileShape,
    answer: 'bytes',
  },
} as const satisfies DeskCallTable;
