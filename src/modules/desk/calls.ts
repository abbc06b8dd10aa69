// Calls of the desk’s frame and its small pages: counts, search, reports, failures, set-up, live updates.
import { retriedShape, retryTroubleShape, troublesShape } from './failures/shapes.ts';
import { reportRequestShape, shopReportShape, tableRequestShape } from './reports/shapes.ts';
import { findRequestShape, foundShape } from './search/shapes.ts';
import { firstHourShape, tryStepShape } from './setup/shapes.ts';
import { meShape } from './shapes.ts';
import type { DeskCallTable } from './shapes-calls.ts';
import { countsShape } from './work/shapes-counts.ts';

export const deskCalls = {
  'GET /api/me': { may: 'operator', about: 'Who is logged in, and what they may do.', output: meShape },
  'GET /api/counts': {
    may: 'operator',
    about: 'How much waits, as far as the role may see it, counted up to a hundred.',
    output: countsShape,
  },
  'GET /api/find': {
    may: 'operator',
    about: 'Anything, by what people write down or read out; as far as the role may see it.',
    input: findRequestShape,
    output: foundShape,
  },
  'GET /api/reports': {
    may: 'reports.see',
    about: 'What was paid, given back, delivered, answered and visited, day by day, at most a year at a time.',
    input: reportRequestShape,
    output: shopReportShape,
  },
  'GET /api/reports/table': { may: 'reports.see', about: 'One of its tables as CSV.', input: tableRequestShape, answer: 'bytes' },
  'GET /api/troubles': { may: 'troubles.see', about: 'What failed and waits for a person, explained.', output: troublesShape },
  'POST /api/troubles/retry': {
    may: 'troubles.retry',
    about: 'Tries one of them again, or all of a kind.',
    input: retryTroubleShape,
    output: retriedShape,
  },
  'GET /api/first-hour': {
    may: 'shop.set-up',
    about: 'What the shop needs before it opens, and what was found of it.',
    output: firstHourShape,
  },
  'POST /api/first-hour/try': {
    may: 'shop.set-up',
    about: 'Really tries one of the steps, and keeps what that found.',
    input: tryStepShape,
    output: firstHourShape,
  },
  'GET /api/events': { may: 'operator', about: 'Tells what has changed, as server-sent events, so that pages ask anew.', answer: 'stream' },
} as const satisfies DeskCallTable;
