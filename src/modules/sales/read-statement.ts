// The entries of a bank statement, or what is wrong with it.
import { type BankEntry, describeStatementError, type StatementFormat } from '#lib/bank/entries.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { readStatement } from './bank/statement.ts';

const messages = {
  error: /*i18n*/ { id: 'statement.error', message: '{error}' },
} as const satisfies Record<string, Message>;

type Statement = { readonly format: StatementFormat; readonly text: string };

export async function readEntries({ format, text }: Statement): Promise<readonly BankEntry[]> {
  const { entries, errors } = await readStatement(format, text);
  if (errors.length === 0) return entries;
  throw new UserError(400, { text: errors.map((error) => ({ ...messages.error, values: { error: describeStatementError(error) } })) });
}
