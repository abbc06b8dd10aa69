// Search parameters of the customer list.
import { keepPreviousData } from '@tanstack/react-query';
import { type CurrencyNumber, getCurrencyCode, getCurrencyNumber } from '#lib/money/money.ts';
import type { CustomerSort } from '#modules/clients/rules.ts';
import { deskPagesQuery } from '../../shared/api/queries.ts';
import { parseText, searchValidator } from '../../shared/routing/search.ts';

type SortRow = {
  readonly label: string;
  readonly sent: { readonly sort: CustomerSort; readonly currency?: CurrencyNumber };
  /** Who is listed. */
  readonly note?: string;
};

/** Without one: newest first. Spend is sorted in one currency, because two currencies cannot be compared. */
export const getSortRows = (currencies: readonly CurrencyNumber[]): Readonly<Record<string, SortRow>> => ({
  ...fixedRows,
  ...Object.fromEntries(currencies.map((currency) => [`spent-${getCurrencyCode(currency).toLowerCase()}`, spendRow(currency)])),
});

const fixedRows: Readonly<Record<string, SortRow>> = {
  name: { label: 'Name', sent: { sort: 'name' } },
  lastOrder: { label: 'Last order', sent: { sort: 'lastOrder' }, note: 'Customers without an order aren’t listed.' },
};

export function findSortRow(sort: string): SortRow | undefined {
  const [, code] = /^spent-([a-z]{3})$/.exec(sort) ?? [];
  return code === undefined ? fixedRows[sort] : spendRow(getCurrencyNumber(code.toUpperCase()));
}

function spendRow(currency: CurrencyNumber): SortRow {
  const code = getCurrencyCode(currency);
  return {
    label: `Spent in ${code}`,
    sent: { sort: 'spend', currency },
    note: `Only customers who have spent in ${code}: invoices minus credit notes.`,
  };
}

export const customersSearch = searchValidator({ q: parseText, tag: parseText, sort: (sort) => (findSortRow(sort) ? sort : undefined) });
type CustomersSearch = ReturnType<typeof customersSearch>;

/** What the list and its file send. */
export const toCustomerFilter = ({ q, tag, sort }: CustomersSearch) => ({ q, tag, ...(sort ? findSortRow(sort)?.sent : {}) });

export const customersQuery = (search: CustomersSearch) => ({
  ...deskPagesQuery('GET /api/customers', toCustomerFilter(search), ({ next }) => (next === null ? undefined : { before: next })),
  placeholderData: keepPreviousData,
});
