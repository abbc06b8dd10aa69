// Calls of customers about what they owe.
import type { CallTable } from '#lib/calls.ts';
import { accountFileRequestShape, accountStatementRequestShape, accountStatementShape } from './shapes-account.ts';

export const accountStatementCalls = {
  'GET /api/account-statement': {
    who: 'token',
    about: 'Returns the statement of the account in a currency: invoices, credit notes, payments, and what is owed.',
    input: accountStatementRequestShape,
    output: accountStatementShape,
  },
  'GET /api/account-statement/file': {
    who: 'token',
    about: 'Downloads the statement of the account as PDF or CSV.',
    input: accountFileRequestShape,
    answer: 'bytes',
  },
} as const satisfies CallTable;
