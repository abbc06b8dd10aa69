// Parses the plain files of a move into rows, and notes by line and field what is wrong with them.
import { toKnownLocale } from '#lib/locale.ts';
import { nameLine, toCleanLines } from '#lib/markdown/plain-text.ts';
import { isCountry } from '#lib/money/countries.ts';
import { normalizeEmail } from '#lib/people/email.ts';
import { formatPersonName, hasWebAddress, PERSON_NAME_CHARS } from '#lib/people/person-name.ts';
import { readLanguage, splitName } from '#modules/clients/imports/rules.ts';
import { MAX_TAG_CHARS, MAX_TAGS, toTagKey } from '#modules/clients/rules.ts';
import { meansKinds } from '#modules/payments/rules.ts';
import { ticketStatuses } from '#modules/support/statuses.ts';
import { findHashError } from '#platform/identity/old-hashes.ts';
import {
  type Findings,
  findOpenAmount,
  joinTicket,
  MAX_SUBJECT_CHARS,
  type MoveTable,
  pastOrderStatuses,
  type RowReader,
  readRow,
} from './rules.ts';
import { MEANS_KIND, type MoveFileName, moveFileNames } from './shapes-fields.ts';

export type MoveTables = Readonly<Partial<Record<MoveFileName, MoveTable>>>;
export type ParsedMove = { readonly [File in MoveFileName]: ReturnType<(typeof parsers)[File]>[] };

const [LINE, LONG, NUMBER, MAX_MESSAGE] = [200, 20_000, 100, 500_000];

const parsers = {
  clients(row: RowReader) {
    const locale = readLanguage(row.text('language', LINE), toKnownLocale('en'));
    if (!locale) row.refuse('language', 'Use en, es or ja.');
    const name = splitName(nameLine(row.text('name', LINE)).replace(/\s+/g, ' ').trim(), locale ?? 'en');
    if (Math.max(name.firstName.length, name.lastName.length) > PERSON_NAME_CHARS || hasWebAddress(formatPersonName(name)))
      row.refuse('name', `Use at most ${PERSON_NAME_CHARS} characters and no web address.`);
    const country = row.text('country', LINE).toUpperCase();
    if (country !== '' && !isCountry(country)) row.refuse('country', 'Use a country code of ISO 3166, such as NO.');
    const passwordHash = row.text('passwordHash', LINE);
    const hashError = passwordHash === '' ? undefined : findHashError(passwordHash);
    if (hashError) row.refuse('passwordHash', hashError);
    return {
      ...{ line: row.line, email: row.email(), locale: locale ?? 'en', ...name, country, passwordHash, tags: readTags(row) },
      ...{ company: nameLine(row.text('company', LINE)), vatId: nameLine(row.text('vatId', LINE)) },
      ...{
        city: nameLine(row.text('city', LINE)),
        address: nameLine(row.text('address', LINE)),
        zipCode: nameLine(row.text('zipCode', 20)),
      },
      ...{ notes: toCleanLines(row.text('notes', LONG)), createdAt: row.moment('createdAt'), stripeCustomerId: readStripeId(row, 'cus_') },
    };
  },

  orders(row: RowReader) {
    const number = row.requiredText('number', NUMBER);
    const currency = row.currency();
    const word = row.text('status', LINE).toLowerCase();
    const status = pastOrderStatuses.find((each) => each === word);
    if (!status)
      row.refuse(
        'status',
        `Order ${number} is open (${word || 'no status'}). Finish it in the system before, or write delivered or cancelled.`,
      );
    return {
      ...{ line: row.line, number, email: row.email(), currency, status: status ?? 'cancelled', price: row.money('price', currency) },
      ...{ title: nameLine(row.text('title', LINE)), service: nameLine(row.text('service', LINE)) },
      ...{ createdAt: requireMoment(row, 'createdAt'), deliveredAt: row.moment('deliveredAt') },
    };
  },

  invoices(row: RowReader) {
    const currency = row.currency();
    const total = row.money('total', currency, { signed: true });
    const vat = row.money('vat', currency, { signed: true, fallback: 0 });
    const net = row.money('net', currency, { signed: true, fallback: total - vat });
    if (row.isValid() && net + vat !== total) row.warn('total', 'Net and VAT do not add up to it. It stays as it is.');
    const paid = row.text('paid', LINE);
    const open = findOpenAmount(paid, total, currency);
    if (open === undefined) row.refuse('paid', 'Use true, false, the amount that is paid, or the day of payment.');
    return {
      ...{ line: row.line, number: row.requiredText('number', NUMBER), email: row.email(), issuedAt: requireMoment(row, 'date') },
      ...{ net, vat, total, currency, paid, open: open ?? 0, dueAt: row.moment('dueAt'), file: row.text('file', LINE) },
    };
  },

  balances(row: RowReader) {
    const currency = row.currency();
    const [cash, credit] = [row.money('cash', currency, { fallback: 0 }), row.money('credit', currency, { fallback: 0 })];
    return { line: row.line, email: row.email(), currency, cash, credit };
  },

  subscriptions(row: RowReader) {
    const currency = row.currency();
    const price = row.money('price', currency);
    if (row.isValid() && price === 0) row.refuse('price', 'A subscription costs something.');
    if (row.oneOf('interval', ['month', 'year'], 'month') === 'year')
      row.refuse('interval', 'This shop renews subscriptions by the month.');
    const platform = row.text('platform', LINE);
    return {
      ...{ line: row.line, email: row.email(), offerId: row.requiredText('offerId', LINE), quantity: row.count('quantity', 1) },
      ...{ platform: platform === '' ? null : row.count('platform', 0), price, currency, nextAt: requireMoment(row, 'nextAt') },
      ...{
        meansKind: row.oneOf(MEANS_KIND, meansKinds, 'card') ?? 'card',
        stripeCustomerId: readStripeId(row, 'cus_'),
        stripePaymentMethodId: readStripeId(row, 'pm_', 'card_', 'src_'),
      },
    };
  },

  tickets(row: RowReader) {
    const text = joinTicket(nameLine(row.text('subject', MAX_SUBJECT_CHARS)), toCleanLines(row.text('message', MAX_MESSAGE)));
    if (text === '') row.refuse('message', 'This field is empty.');
    const status = row.oneOf('state', ticketStatuses, 'closed') ?? 'closed';
    return { line: row.line, email: row.email(), text, createdAt: requireMoment(row, 'createdAt'), status };
  },
} as const satisfies Readonly<Record<MoveFileName, (row: RowReader) => object>>;

/** Of the readers' rows, those without an error. */
export function parseFiles(tables: MoveTables, findings: Findings): ParsedMove {
  const parse = <File extends MoveFileName>(file: File) => {
    const table = tables[file];
    if (!table) return [];
    const name = `${file}.csv`;
    table.head.forEach((title, index) => {
      if (title !== '' && !Object.values(table.columns).includes(index))
        findings.warnings.push({ file: name, line: 1, field: title, warning: 'This column is not read.' });
    });
    return table.rows.flatMap((cells) => {
      const row = readRow(name, cells, table.columns, findings);
      if (cells.cells.length > table.head.length)
        row.refuse('', `The row has ${cells.cells.length} cells, but the head has ${table.head.length}.`);
      const parsed = parsers[file](row) as ReturnType<(typeof parsers)[File]>;
      return row.isValid() ? [parsed] : [];
    });
  };
  const parsed = Object.fromEntries(moveFileNames.map((file) => [file, parse(file)])) as unknown as ParsedMove;
  refuseRepeated(parsed, findings);
  return parsed;
}

export type MovedClients = ReadonlyMap<string, ParsedMove['clients'][number]>;

/** By their normalized addresses. */
export const indexClients = ({ clients }: ParsedMove): MovedClients => new Map(clients.map((row) => [normalizeEmail(row.email), row]));

/** What makes a row of a file one of its kind. */
const identities = {
  clients: ['email', ({ email }: { email: string }) => normalizeEmail(email)],
  orders: ['number', ({ number }: { number: string }) => number],
  invoices: ['number', ({ number }: { number: string }) => number],
  balances: ['currency', ({ email, currency }: { email: string; currency: number }) => `${normalizeEmail(email)} ${currency}`],
} as const;

function refuseRepeated(parsed: ParsedMove, { errors }: Findings): void {
  for (const [file, [field, identify]] of Object.entries(identities)) {
    const seen = new Map<string, number>();
    for (const row of parsed[file as keyof typeof identities]) {
      const key = (identify as (row: object) => string)(row);
      const first = seen.get(key);
      if (first === undefined) seen.set(key, row.line);
      else errors.push({ file: `${file}.csv`, line: row.line, field, error: `Line ${first} has the same.` });
    }
  }
}

function requireMoment(row: RowReader, field: string): Date {
  if (row.text(field, LINE) === '') row.refuse(field, 'This field is empty.');
  return row.moment(field) ?? new Date(0);
}

function readStripeId(row: RowReader, ...prefixes: readonly string[]): string {
  const field = prefixes[0] === 'cus_' ? 'stripeCustomerId' : 'stripePaymentMethodId';
  const id = row.text(field, LINE);
  if (id !== '' && !(prefixes.some((prefix) => id.startsWith(prefix)) && /^\w+$/.test(id)))
    row.refuse(field, `Use an id of Stripe that begins with ${prefixes.join(' or ')}.`);
  return id;
}

function readTags(row: RowReader): readonly string[] {
  const words = row
    .text('tags', LONG)
    .split('|')
    .map((tag) => nameLine(tag).replace(/\s+/g, ' ').trim());
  const tags = [...new Map(words.filter((tag) => tag !== '').map((tag) => [toTagKey(tag), tag])).values()];
  if (tags.length > MAX_TAGS || tags.some((tag) => tag.length > MAX_TAG_CHARS))
    row.refuse('tags', `Use at most ${MAX_TAGS} tags of at most ${MAX_TAG_CHARS} characters.`);
  return tags;
}
