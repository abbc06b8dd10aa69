// A booking of a bank statement, whatever the file it was read from. Pure.
import { type CurrencyNumber, getCurrencyCode, getDecimals } from '../money/money.ts';

export type BankEntry = {
  /** The same booking has the same key in every statement that lists it. */
  readonly key: string;
  /** The line of the file, from 1. */
  readonly line: number;
  readonly bookedOn: string;
  /** In minor units, above zero. */
  readonly amount: number;
  readonly currency: CurrencyNumber;
  readonly direction: 'credit' | 'debit';
  /** The creditor's reference, as the payer gave it; empty if there is none. */
  readonly reference: string;
  /** What else the payer wrote. */
  readonly text: string;
  /** The other party: who paid, or who was paid. */
  readonly name: string;
  readonly iban: string;
};

export type StatementFormat = 'camt.053' | 'csv';

/** In the order of the statement. Any error refuses the whole file. */
export type StatementResult = { readonly entries: readonly BankEntry[]; readonly errors: readonly StatementError[] };

export type StatementErrorCode = keyof typeof sentences;
/** `field`: the column or element; empty if the file as a whole is wrong. */
export type StatementError = { readonly line: number; readonly field: string; readonly code: StatementErrorCode };

export const MAX_STATEMENT_MB = 16;
export const MAX_ENTRIES = 100_000;
/** A longer list of errors would not help to mend the file. */
export const MAX_ERRORS = 20;

const sentences = {
  size: `A statement can have up to ${MAX_STATEMENT_MB} MB.`,
  encoding: 'The file has characters that cannot be read. Save it as UTF-8.',
  entries: `A statement can have up to ${MAX_ENTRIES.toLocaleString('en')} entries.`,
  doctype: 'A document type is not allowed in a statement.',
  entity: 'Entities other than those of XML itself are not allowed in a statement.',
  depth: 'The elements are nested too deeply.',
  syntax: 'This is not valid XML.',
  namespace: 'This is no statement: the document must be camt.053.001.02 or later.',
  csv: 'This is not a valid CSV file.',
  column: 'This column is missing from the first line.',
  missing: 'Fill in this field.',
  day: 'Write the day as 2026-11-30.',
  amount: 'Write the amount as a number with a point, such as 1250.00.',
  currency: 'Write the currency as three capital letters, such as EUR.',
  direction: 'This must be CRDT or DBIT.',
  long: 'This field is too long.',
} as const;

export const describeStatementError = ({ line, field, code }: StatementError): string =>
  `Line ${line}${field === '' ? '' : `, ${field}`}: ${sentences[code]}`;

/** Trillions; and in whole minor units a safe integer. */
const AMOUNT = /^([+-]?)(\d{1,12})(?:\.(\d{1,5}))?$/;

/** "-12.5" in minor units; undefined if it is none of this currency. */
export function parseAmount(text: string, currency: CurrencyNumber): number | undefined {
  const [, sign, whole, fraction = ''] = AMOUNT.exec(text) ?? [];
  const decimals = getDecimals(currency);
  const digits = fraction.replace(/0+$/, '');
  if (whole === undefined || digits.length > decimals) return undefined;
  const units = Number(whole + digits.padEnd(decimals, '0'));
  return sign === '-' ? -units : units;
}

/** Without spaces: banks print references and IBANs in groups. */
export const removeSpaces = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

type Unnamed = Omit<BankEntry, 'key'>;

const KEY_CHARS = 300;

/**
 * Names the bookings of one file. Some banks number the entries of a statement or repeat a reference, so the
 * bank's reference counts together with the day and the amount. Without one, the n-th of equal entries of a
 * day keeps its number, as long as files hold whole days.
 */
export function createKeys(): (entry: Unnamed, bankReference: string) => string {
  const repeated = new Map<string, number>();
  return ({ bookedOn, amount, currency, direction, reference, text, name, iban }, bankReference) => {
    const booking = `${bookedOn} ${direction === 'debit' ? '-' : ''}${amount} ${getCurrencyCode(currency)}`;
    if (bankReference !== '') return `${booking} ${bankReference}`.slice(0, KEY_CHARS);
    const row = JSON.stringify([booking, reference, iban, name, text]).slice(0, KEY_CHARS);
    const nth = (repeated.get(row) ?? 0) + 1;
    repeated.set(row, nth);
    return `${row}#${nth}`;
  };
}
