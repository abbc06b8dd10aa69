// The plain files of a move, what a row of each must be, and what a move reports. Pure.
import { getCell } from '#lib/csv-cells.ts';
import type { CsvRow, CsvTable } from '#lib/csv-reader.ts';
import { isCurrencyCode } from '#lib/money/currencies.ts';
import { type CurrencyNumber, getCurrencyNumber, parseMoney } from '#lib/money/money.ts';
import { emailShape } from '#lib/people/email.ts';
import type { MeansKind } from '#modules/payments/rules.ts';
import { MEANS_KIND, type MoveFileName, moveColumns } from './shapes-fields.ts';

export const moveSystems = ['csv', 'stripe'] as const;
export type MoveSystem = (typeof moveSystems)[number];
export const moveStates = ['draft', 'running', 'done', 'failed', 'undone'] as const;
export type MoveState = (typeof moveStates)[number];

export type MoveCounts = Readonly<Partial<Record<MoveFileName, number>>>;
/** By file, which column has a field, counted from 0. */
export type MovedColumns = Readonly<Record<string, Readonly<Record<string, number>>>>;

export type MoveError = { readonly file: string; readonly line: number; readonly field: string; readonly error: string };
export type MoveWarning = { readonly file: string; readonly line: number; readonly field: string; readonly warning: string };
/** The first charge of a subscription by this shop, so that the system before can be stopped in time. */
export type FirstCharge = {
  readonly line: number;
  readonly email: string;
  readonly offerId: string;
  readonly at: string;
  readonly amount: string;
  readonly currency: string;
  /** Without a saved means, the client gets a link. */
  readonly by: MeansKind | 'link';
};
export type MoveReport = {
  readonly errors: readonly MoveError[];
  readonly warnings: readonly MoveWarning[];
  readonly firstCharges: readonly FirstCharge[];
};

export const pastOrderStatuses = ['delivered', 'cancelled'] as const;
export type PastOrderStatus = (typeof pastOrderStatuses)[number];

/** Collects what is wrong with the files. */
export type Findings = { readonly errors: MoveError[]; readonly warnings: MoveWarning[]; readonly firstCharges: FirstCharge[] };
/** About no file in particular. */
export const createMoveError = (error: string): MoveError => ({ file: '', line: 0, field: '', error });
export const createFindings = (): Findings => ({ errors: [], warnings: [], firstCharges: [] });

/** A table of a file, with the columns of its fields. */
export type MoveTable = CsvTable & { readonly columns: Readonly<Record<string, number>> };

/** Fields by the names of the head, in any letter case. */
export const matchColumns = (file: MoveFileName, head: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...moveColumns[file], ...(file === 'subscriptions' ? [MEANS_KIND] : [])].flatMap((field) => {
      const index = head.findIndex((name) => name.trim().toLowerCase() === field.toLowerCase());
      return index === -1 ? [] : [[field, index] as const];
    }),
  );

/** The largest amount of the ledger. */
const MAX_AMOUNT = 2_000_000_000;
const moment = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/** An ISO date or time; without a zone it is in UTC. Undefined if it is none. */
function parseMoment(text: string): Date | undefined {
  const [, day, time = '00:00', zone = 'Z'] = moment.exec(text) ?? [];
  const at = new Date(`${day}T${time}${zone}`);
  return day === undefined || Number.isNaN(at.getTime()) || !isDay(day) ? undefined : at;
}

/** JavaScript takes February 30 for March 2. */
const isDay = (day: string): boolean => new Date(`${day}T00:00Z`).toISOString().startsWith(day);

/** A day for a moment at midnight in UTC, without needless zeros. */
export const formatMoment = (at: Date | null): string => at?.toISOString().replace('.000Z', 'Z').replace('T00:00:00Z', '') ?? '';

export type RowReader = ReturnType<typeof readRow>;

/** Reads the cells of a row. What is missing or not valid is noted, and the row has errors. */
export function readRow(file: string, { line, cells }: CsvRow, columns: MoveTable['columns'], { errors, warnings }: Findings) {
  const before = errors.length;
  const cell = (field: string): string => getCell(cells, columns[field]);
  const refuse = (field: string, error: string): undefined => void errors.push({ file, line, field, error });
  const text = (field: string, max: number): string => {
    const value = cell(field);
    if (value.length > max) refuse(field, `Use at most ${max} characters.`);
    return value;
  };
  const missing = (field: string) => refuse(field, 'This field is empty.');
  return {
    line,
    refuse,
    text,
    warn: (field: string, warning: string) => void warnings.push({ file, line, field, warning }),
    isValid: () => errors.length === before,
    requiredText(field: string, max: number): string {
      const value = text(field, max);
      if (value === '') missing(field);
      return value;
    },
    email(): string {
      const value = cell('email');
      const parsed = emailShape.safeParse(value);
      if (!parsed.success) refuse('email', value === '' ? 'This field is empty.' : 'This is not an email address.');
      return parsed.data ?? value;
    },
    currency(): CurrencyNumber {
      const code = cell('currency').toUpperCase();
      if (isCurrencyCode(code)) return getCurrencyNumber(code);
      refuse('currency', 'Use a currency code of ISO 4217, such as EUR.');
      return 0;
    },
    /** Minor units. `signed`: credit notes have amounts below zero. */
    money(field: string, currency: CurrencyNumber, { signed = false, fallback }: { signed?: boolean; fallback?: number } = {}): number {
      const value = cell(field);
      if (value === '' && fallback !== undefined) return fallback;
      const isNegative = signed && value.startsWith('-');
      const amount = parseMoney(isNegative ? value.slice(1) : value, currency);
      if (amount !== undefined && amount <= MAX_AMOUNT) return isNegative ? -amount : amount;
      refuse(field, value === '' ? 'This field is empty.' : 'Use an amount such as 12.50, in the decimals of its currency.');
      return 0;
    },
    moment(field: string): Date | null {
      const value = cell(field);
      const at = value === '' ? null : parseMoment(value);
      if (at === undefined) refuse(field, 'Use an ISO date, such as 2026-11-30.');
      return at ?? null;
    },
    count(field: string, fallback: number): number {
      const value = cell(field);
      if (value === '') return fallback;
      if (!/^\d{1,6}$/.test(value)) refuse(field, 'Use a whole number.');
      return Number(value);
    },
    oneOf<Word extends string>(field: string, words: readonly Word[], fallback?: Word): Word | undefined {
      const value = cell(field).toLowerCase();
      if (value === '' && fallback !== undefined) return fallback;
      const found = words.find((word) => word === value);
      if (found === undefined) refuse(field, `Use ${words.join(' or ')}.`);
      return found;
    },
  };
}

const unpaidWords: readonly string[] = ['', 'false', 'no', '0', 'unpaid'];
const paidWords: readonly string[] = ['true', 'yes', '1', 'paid'];

/**
 * What is unpaid of an invoice: `paid` is a word, the day of payment, or an amount. Undefined if it is none.
 */
export function findOpenAmount(paid: string, total: number, currency: CurrencyNumber): number | undefined {
  const word = paid.toLowerCase();
  if (unpaidWords.includes(word)) return Math.max(total, 0);
  if (paidWords.includes(word) || parseMoment(paid)) return 0;
  const amount = parseMoney(paid, currency);
  return amount === undefined ? undefined : Math.max(total - amount, 0);
}

export const MAX_SUBJECT_CHARS = 200;

/** A ticket has one text here: the subject is its first line. */
export const joinTicket = (subject: string, message: string): string => [subject, message].filter((part) => part !== '').join('\n\n');

export function splitTicket(text: string): { readonly subject: string; readonly message: string } {
  const end = text.indexOf('\n\n');
  const subject = text.slice(0, Math.max(end, 0)).trim();
  const isSubject = subject !== '' && !subject.includes('\n') && subject.length <= MAX_SUBJECT_CHARS;
  return isSubject ? { subject, message: text.slice(end + 2).trim() } : { subject: '', message: text.trim() };
}

/** Notes here have a limit of their own, so a longer text becomes several. */
export function splitNotes(text: string, maxChars: number): string[] {
  const notes: string[] = [];
  for (const part of text.split('\n\n')) {
    const longer = notes.length === 0 ? part : `${notes.at(-1)}\n\n${part}`;
    if (notes.length > 0 && longer.length <= maxChars) notes[notes.length - 1] = longer;
    else for (let at = 0; at < part.length; at += maxChars) notes.push(part.slice(at, at + maxChars));
  }
  return notes.filter((note) => note.trim() !== '');
}
