// Calls of the reports.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { reportRequestShape, shopReportShape, tableRequestShape } from './shapes.ts';

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
} as const satisfies DeskCallTable;
