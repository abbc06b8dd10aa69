// Calls for invoices, receipts and credit notes.
import { type DeskCallTable, listDownload } from '#modules/staff/shapes-calls.ts';
import {
  invoicesFileShape,
  invoicesRequestShape,
  invoicesShape,
  nextNumberShape,
  openSeriesShape,
  paperRequestShape,
} from './desk-shapes.ts';
import { eInvoiceRequestShape } from './shapes.ts';

export const invoiceCalls = {
  'GET /api/paper': {
    may: 'money.see',
    about: 'Downloads an invoice, a receipt or a credit note as PDF, also with an e-invoice in it (Factur-X).',
    input: paperRequestShape,
    answer: 'bytes',
  },
  'GET /api/invoices/xml': {
    may: 'money.see',
    about: 'Downloads an invoice or a credit note as e-invoice by EN 16931.',
    input: eInvoiceRequestShape,
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
  'GET /api/invoices/next-number': { may: 'settings.edit', about: 'Returns the number of the next invoice.', output: nextNumberShape },
  'POST /api/invoices/open-series': {
    kind: 'write',
    audit: { act: 'invoice.openSeries', about: 'series' },
    stepUp: true,
    may: 'settings.edit',
    about: 'Chooses the number of the first invoice. Once, before there is one.',
    input: openSeriesShape,
  },
} as const satisfies DeskCallTable;
