// Calls of customers about what they owe.
import type { CallTable } from '#lib/calls.ts';
import {
  accountFileRequestShape,
  accountStatementRequestShape,
  accountStatementShape,
  buyerRequestShape,
  buyerShape,
  correctedShape,
  correctInvoiceShape,
} from './shapes-account.ts';

export const accountStatementCalls = {
  'GET /api/account-statement': {
    who: 'token',
    may: 'documents',
    about: 'Returns the statement of the account in a currency: invoices, credit notes, payments, and what is owed.',
    input: accountStatementRequestShape,
    output: accountStatementShape,
  },
  'GET /api/account-statement/file': {
    who: 'token',
    may: 'documents',
    about: 'Downloads the statement of the account as PDF or CSV.',
    input: accountFileRequestShape,
    answer: 'bytes',
  },
  'GET /api/papers/buyer': {
    who: 'token',
    may: 'documents',
    about: 'Returns the buyer on an invoice.',
    input: buyerRequestShape,
    output: buyerShape,
  },
  'POST /api/papers/correct': {
    who: 'token',
    may: 'money',
    about: 'Corrects the buyer on an invoice: a credit note takes it back, and another invoice replaces it.',
    input: correctInvoiceShape,
    output: correctedShape,
  },
} as const satisfies CallTable;
