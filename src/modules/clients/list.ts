// The list of customers at the desk, page by page, and as a CSV file.

import { getLanguage, toKnownLocale } from '#lib/locale.ts';
import { getCurrencyCode } from '#lib/money/money.ts';
import { formatPersonName } from '#lib/people/person-name.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { searchCustomers } from '#modules/accounts/queries-desk.ts';
import { MIN_CHARS } from '#modules/search/shapes.ts';
import type { Download } from '#platform/http/api-routes.ts';
import { createCsvDownload, formatCsvAmount, formatCsvTime } from '#platform/http/csv-download.ts';
import type { ClientDeps } from './customer.ts';
import { getTagsByCustomer } from './queries.ts';
import { listCustomerPage } from './queries-list.ts';
import { readCursor, toTagKey, writeCursor } from './rules.ts';
import type { CustomerList, CustomersRequest } from './shapes.ts';

const messages = {
  cursor: /*i18n*/ { id: 'desk.customers.cursor', message: 'This page of the list no longer exists. Load the list again.' },
} as const satisfies Record<string, Message>;

const PAGE_ROWS = 50;
const FILE_PAGE_ROWS = 500;
/** A text with more matches than these is too common to be what the operator looks for. */
const MAX_MATCHES = 500;

type Listed = CustomersRequest & { readonly limit?: number };

export async function listCustomers({ ctx, catalogue }: ClientDeps, request: Listed): Promise<CustomerList> {
  const { orm } = ctx.db;
  const { q = '', tag, sort = 'newest', currency = catalogue.currencies().sold[0] ?? 0, before, limit = PAGE_ROWS } = request;
  const cursor = before === undefined ? undefined : readCursor(sort, before);
  if (before !== undefined && !cursor) throw new UserError(400, { before: [messages.cursor] });
  if (q !== '' && q.length < MIN_CHARS) return { customers: [], next: null, isCut: false };
  const among = q === '' ? undefined : (await searchCustomers(orm, q, MAX_MATCHES)).map(({ id }) => id);
  const tagKey = tag === undefined ? undefined : toTagKey(tag);
  const found = await listCustomerPage(orm, { sort, currency, cursor, tagKey, among, limit: limit + 1 });
  const page = found.slice(0, limit);
  const tags = await getTagsByCustomer(
    orm,
    page.map(({ id }) => id),
  );
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    customers: page.map(({ id, email, locale, createdAt, lastOrderAt, spent, ...names }) => ({
      id,
      name: formatPersonName(names),
      email,
      locale,
      createdAt: new Date(createdAt).toISOString(),
      lastOrderAt: lastOrderAt === null ? null : new Date(lastOrderAt).toISOString(),
      spent: spent.map(([currency, amount]) => ({ currency, amount })),
      tags: [...(tags.get(id) ?? [])],
    })),
    next: last ? writeCursor(last.key, last.id) : null,
    isCut: among !== undefined && among.length >= MAX_MATCHES,
  };
}

export const createCustomersFile = (deps: ClientDeps, filter: Omit<CustomersRequest, 'before'>): Promise<Download> =>
  createCsvDownload<CustomerList['customers'][number]>(deps.ctx.clock.now(), {
    name: 'customers',
    columns: {
      Name: ({ name }) => name,
      Email: ({ email }) => email,
      // As the import reads it.
      Language: ({ locale }) => getLanguage(toKnownLocale(locale)).html,
      'Customer since (UTC)': ({ createdAt }) => formatCsvTime(createdAt),
      'Last order (UTC)': ({ lastOrderAt }) => (lastOrderAt ? formatCsvTime(lastOrderAt) : ''),
      Tags: ({ tags }) => tags.join(', '),
      ...Object.fromEntries(
        deps.catalogue
          .currencies()
          .all.map((number) => [
            `Spent ${getCurrencyCode(number)}`,
            ({ spent }: CustomerList['customers'][number]) =>
              formatCsvAmount(spent.find(({ currency }) => currency === number)?.amount ?? 0, number),
          ]),
      ),
    },
    page: async (before) => {
      const { customers, next } = await listCustomers(deps, { ...filter, before, limit: FILE_PAGE_ROWS });
      return { rows: customers, next };
    },
  });
