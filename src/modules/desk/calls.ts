// Calls of the desk’s frame and its small pages: counts, search, reports, failures, set-up.

import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { retriedShape, retryTroubleShape, troublesShape } from './failures/shapes.ts';
import { reportRequestShape, shopReportShape, tableRequestShape } from './reports/shapes.ts';
import { findRequestShape, foundShape } from './search/shapes.ts';
import { dismissGuideShape, guideShape, setUpChecksShape, tryStepShape } from './setup/shapes.ts';
import { countsShape } from './work/shapes-counts.ts';

export const deskCalls = {
  'GET /api/counts': {
    may: 'operator',
    about: 'Returns the counters of the navigation that the role may see, up to 100.',
    output: countsShape,
  },
  'GET /api/find': {
    may: 'operator',
    about: 'Searches orders, pieces, customers, tickets, payments, coupons and invoices that the role may see.',
    input: findRequestShape,
    output: foundShape,
  },
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
  'GET /api/troubles': { may: 'troubles.see', about: 'Lists failures that need an operator, with explanations.', output: troublesShape },
  'POST /api/troubles/retry': {
    may: 'troubles.retry',
    about: 'Retries one failure, or all of a kind.',
    input: retryTroubleShape,
    output: retriedShape,
  },
  'POST /api/first-hour/try': {
    may: 'shop.set-up',
    about: 'Runs the check of one step of the set-up, stores its result, and returns all results.',
    input: tryStepShape,
    output: setUpChecksShape,
  },
  'GET /api/guide': {
    may: 'shop.set-up',
    about: 'Returns the steps of the set-up: whether each is done, and what it needs.',
    output: guideShape,
  },
  'POST /api/guide/dismiss': {
    may: 'shop.set-up',
    about: 'Takes the guide off the first page, or puts it back.',
    input: dismissGuideShape,
    output: guideShape,
  },
  'POST /api/guide/end-samples': {
    may: 'shop.set-up',
    about: 'Archives the services that the shop began with, once a service of the owner is sold.',
    output: guideShape,
  },
} as const satisfies DeskCallTable;
