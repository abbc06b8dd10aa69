// Calls for quotes at the desk.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import {
  createdQuoteShape,
  createQuoteShape,
  quoteRequestShape,
  quoteShape,
  quotesRequestShape,
  quotesShape,
  revisedQuoteShape,
  reviseQuoteShape,
  withdrawQuoteShape,
} from './shapes.ts';

export const quoteCalls = {
  'POST /api/quotes/create': {
    kind: 'write',
    prepares: true,
    audit: { act: 'quote.create', about: 'quote' },
    may: 'money.move',
    about: 'Sends a client a quote with a link, where it is accepted or declined without a log-in.',
    input: createQuoteShape,
    output: createdQuoteShape,
  },
  'POST /api/quotes/revise': {
    kind: 'write',
    audit: { act: 'quote.revise', about: 'quote' },
    may: 'money.move',
    about: 'Sends a new version of a quote that is not decided. The earlier one can no longer be accepted.',
    input: reviseQuoteShape,
    output: revisedQuoteShape,
  },
  'POST /api/quotes/withdraw': {
    kind: 'write',
    audit: { act: 'quote.withdraw', about: 'quote' },
    may: 'money.move',
    about: 'Withdraws a quote. Its page says so.',
    input: withdrawQuoteShape,
  },
  'GET /api/quotes': {
    may: 'money.see',
    about: 'Lists quotes, newest first, by state or client.',
    input: quotesRequestShape,
    output: quotesShape,
  },
  'GET /api/quote': {
    may: 'money.see',
    about: 'Shows a quote with its versions, its link, and who accepted it when.',
    input: quoteRequestShape,
    output: quoteShape,
  },
} as const satisfies DeskCallTable;
