// Calls of the reports.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import {
  booksRequestShape,
  reportRequestShape,
  shopReportShape,
  subscriptionsReportRequestShape,
  subscriptionsReportShape,
  tableRequestShape,
  vatRequestShape,
  vatShape,
} from './shapes.ts';

export const reportCalls = {
  'GET /api/reports': {
    may: 'reports.see',
    about: 'Returns sales, refunds, deliveries, replies and visits by day, for up to a year.',
    input: reportRequestShape,
    output: shopReportShape,
  },
  'GET /api/reports/table': {
    may: 'reports.see',
    about: 'Returns one table of the report as CSV.',
    input: tableRequestShape,
    answer: 'bytes',
  },
  'GET /api/reports/subscriptions': {
    may: 'reports.see',
    about: 'Returns what subscriptions bring in a month now, and how many began and ended in the period.',
    input: subscriptionsReportRequestShape,
    output: subscriptionsReportShape,
  },
  'GET /api/reports/vat': {
    may: 'reports.see',
    about: 'Returns the VAT of invoices and credit notes by country, rate and reason, for up to a year.',
    input: vatRequestShape,
    output: vatShape,
  },
  'GET /api/books': {
    audit: { act: 'books.download', about: 'books' },
    may: 'books.download',
    about: 'Returns the books of a month as ZIP: documents as PDF and XML, VAT and ledger as CSV, and a batch for DATEV.',
    input: booksRequestShape,
    answer: 'bytes',
  },
} as const satisfies DeskCallTable;
