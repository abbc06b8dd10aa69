// Decides what an import makes of each row of a file. Pure.
import { findColumns, findWidthError, getCell } from '#lib/csv-cells.ts';
import type { CsvRow } from '#lib/csv-reader.ts';
import { isLocale, type Locale } from '#lib/locale.ts';
import { nameLine, toCleanLines } from '#lib/markdown/plain-text.ts';
import { emailShape, normalizeEmail } from '#lib/people/email.ts';
import { hasWebAddress, PERSON_NAME_CHARS } from '#lib/people/person-name.ts';
import { MAX_NOTE_CHARS, MAX_TAG_CHARS, MAX_TAGS, toTagKey } from '../rules.ts';
import type { ImportField } from './shapes-fields.ts';

/** Which column of the file has what, counted from 0. */
export type ColumnMap = Readonly<Partial<Record<ImportField, number | undefined>>>;

/** Head words by field, without case, spaces and punctuation. */
const headWords: Readonly<Record<ImportField, readonly string[]>> = {
  email: ['email', 'emailaddress', 'mail', 'correo', 'correoelectrónico', 'メール', 'メールアドレス'],
  name: ['name', 'fullname', 'customer', 'client', 'customername', 'nombre', '氏名', '名前', 'お名前'],
  firstName: ['firstname', 'givenname', 'forename', '名'],
  lastName: ['lastname', 'surname', 'familyname', 'apellido', 'apellidos', '姓'],
  language: ['language', 'lang', 'locale', 'idioma', '言語'],
  tags: ['tags', 'tag', 'labels', 'label', 'groups', 'etiquetas', 'タグ'],
  notes: ['notes', 'note', 'comment', 'comments', 'remarks', 'notas', 'メモ', '備考'],
};

/** The first column whose head word fits. A name in two columns is better than in one. */
export function guessColumns(head: readonly string[]): ColumnMap {
  const map: ColumnMap = findColumns(head, headWords);
  return map.firstName !== undefined && map.lastName !== undefined ? { ...map, name: undefined } : map;
}

export type ImportedCustomer = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: Locale;
  readonly tags: readonly string[];
  readonly note: string;
};
export type JudgedRow = { readonly line: number; readonly email: string } & (
  | { readonly outcome: 'create'; readonly customer: ImportedCustomer }
  | { readonly outcome: 'exists' }
  | { readonly outcome: 'refuse'; readonly reason: string }
);

type JudgeOptions = {
  readonly head: readonly string[];
  readonly columns: ColumnMap;
  /** Normalized addresses that have an account. */
  readonly taken: ReadonlySet<string>;
  /** Of customers without a language. */
  readonly locale: Locale;
};

/** The first row with an address counts. */
export function judgeRows(rows: readonly CsvRow[], options: JudgeOptions): readonly JudgedRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const judged = judgeRow(row, options);
    const key = normalizeEmail(judged.email);
    const before = seen.get(key);
    if (judged.outcome === 'create' && before !== undefined)
      return { line: row.line, email: judged.email, outcome: 'refuse', reason: `Email: the same address is in line ${before}.` };
    if (judged.outcome !== 'refuse') seen.set(key, row.line);
    return judged;
  });
}

/** The address of a row, as far as it has one. */
export const getRowEmail = ({ cells }: CsvRow, { email }: ColumnMap): string => getCell(cells, email);

function judgeRow({ line, cells }: CsvRow, { head, columns, taken, locale }: JudgeOptions): JudgedRow {
  const email = emailShape.safeParse(getCell(cells, columns.email));
  const shown = getCell(cells, columns.email);
  const refuse = (reason: string): JudgedRow => ({ line, email: shown, outcome: 'refuse', reason });
  const width = findWidthError(cells, head);
  if (width) return refuse(width);
  if (!email.success) return refuse(shown === '' ? 'Email: there is no address.' : 'Email: this is not an email address.');
  if (taken.has(normalizeEmail(email.data))) return { line, email: email.data, outcome: 'exists' };
  const language = readLanguage(getCell(cells, columns.language), locale);
  if (!language) return refuse('Language: use en, es or ja.');
  const name = readName(cells, columns, language);
  const error = findNameError(name) ?? findTagError(getRowTags(cells, columns)) ?? findNoteError(getRowNote(cells, columns));
  if (error) return refuse(error);
  const customer = { email: email.data, ...name, locale: language, tags: getRowTags(cells, columns), note: getRowNote(cells, columns) };
  return { line, email: email.data, outcome: 'create', customer };
}

const languages: Readonly<Record<string, Locale>> = {
  ja: 'jp',
  japanese: 'jp',
  日本語: 'jp',
  english: 'en',
  spanish: 'es',
  español: 'es',
};

/** "en", "en-US", "English". */
export function readLanguage(cell: string, usual: Locale): Locale | undefined {
  if (cell === '') return usual;
  const word = cell.toLowerCase();
  const short = word.split(/[-_]/)[0] ?? '';
  const found = languages[word] ?? languages[short] ?? short;
  return isLocale(found) ? found : undefined;
}

type PersonName = { readonly firstName: string; readonly lastName: string };

function readName(cells: readonly string[], { name, firstName, lastName }: ColumnMap, locale: Locale): PersonName {
  const lineAt = (index: number | undefined) => nameLine(getCell(cells, index)).replace(/\s+/g, ' ').trim();
  const [first, last] = [lineAt(firstName), lineAt(lastName)];
  if (first !== '' || last !== '' || name === undefined) return { firstName: first, lastName: last };
  return splitName(lineAt(name), locale);
}

/** A whole name is split at its last space; a Japanese one begins with the family name. */
export function splitName(whole: string, locale: Locale): PersonName {
  const space = locale === 'jp' ? whole.indexOf(' ') : whole.lastIndexOf(' ');
  if (space === -1) return { firstName: whole, lastName: '' };
  const [begin, end] = [whole.slice(0, space), whole.slice(space + 1)];
  return locale === 'jp' ? { firstName: end, lastName: begin } : { firstName: begin, lastName: end };
}

function findNameError({ firstName, lastName }: PersonName): string | undefined {
  if (firstName.length > PERSON_NAME_CHARS || lastName.length > PERSON_NAME_CHARS)
    return `Name: use at most ${PERSON_NAME_CHARS} characters.`;
  return hasWebAddress(`${firstName} ${lastName}`) ? 'Name: it must not contain a web address.' : undefined;
}

/** Separated by commas or semicolons; a repeated one counts once. */
function getRowTags(cells: readonly string[], { tags }: ColumnMap): readonly string[] {
  const words = getCell(cells, tags)
    .split(/[,;]/)
    .map((tag) => nameLine(tag).replace(/\s+/g, ' ').trim());
  return [...new Map(words.filter((tag) => tag !== '').map((tag) => [toTagKey(tag), tag])).values()];
}

function findTagError(tags: readonly string[]): string | undefined {
  if (tags.length > MAX_TAGS) return `Tags: a customer has at most ${MAX_TAGS}.`;
  return tags.some((tag) => tag.length > MAX_TAG_CHARS) ? `Tags: use at most ${MAX_TAG_CHARS} characters for each.` : undefined;
}

const getRowNote = (cells: readonly string[], { notes }: ColumnMap): string => toCleanLines(getCell(cells, notes)).trim();

const findNoteError = (note: string): string | undefined =>
  note.length > MAX_NOTE_CHARS ? `Notes: use at most ${MAX_NOTE_CHARS} characters.` : undefined;
