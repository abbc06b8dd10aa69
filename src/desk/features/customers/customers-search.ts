// Search parameters of the customer list.
import { keepPreviousData } from '@tanstack/react-query';
import { type CurrencyNumber, currencyCode, currencyNumber } from '#lib/money/money.ts';
import type { CustomerSort } from '#modules/clients/rules.ts';
import { deskPagesQuery } from '../../shared/api/queries.ts';
import { searchValidator, text } from '../../shared/routing/search.ts';

type SortRow = {
  readonly label: string;
  readonly sent: { readonly sort: CustomerSort; readonly currency?: CurrencyNumber };
  /** Who is listed. */
  readonly note?: string;
};

/** Without one: newest first. Spend is sorted in one currency, because two currencies cannot be compared. */
export const customerSortRows = (currencies: readonly CurrencyNumber[]): Readonly<Record<string, SortRow>> => ({
  ...fixedRows,
  ...Object.fromEntries(currencies.map((currency) => [`spent-${currencyCode(currency).toLowerCase()}`, spendRow(currency)])),
});

const fixedRows: Readonly<Record<string, SortRow>> = {
  name: { label: 'Name', sent: { sort: 'name' } },
  lastOrder: { label: 'Last order', sent: { sort: 'lastOrder' }, note: 'Customers without an order aren’t listed.' },
};

export function customerSortRow(sort: string): SortRow | undefined {
  const [, code] = /^spent-([a-z]{3})$/.exec(sort) ?? [];
  return code === undefined ? fixedRows[sort] : spendRow(currencyNumber(code.toUpperCase()));
}

function spendRow(currency: CurrencyNumber): SortRow {
  const code = currencyCode(currency);
  return {
    label: `Spent in ${code}`,
    sent: { sort: 'spend', currency },
    note: `Only customers who have spent in ${code}: invoices minus credit notes.`,
  };
}

export const customersSearch = searchValidator({ q: text, tag: text, sort: (sort) => (customerSortRow(sort) ? sort : undefined) });
type CustomersSearch = ReturnType<typeof customersSearch>;

/** What the list and its file send. */
export const customerFilter = ({ q, tag, sort }: CustomersSearch) => ({ q, tag, ...(sort ? customerSortRow(sort)?.sent : {}) });

export const customersQuery = (search: CustomersSearch) => ({
  ...deskPagesQuery('GET /api/customers', customerFilter(search), ({ next }) => (next === null ? undefined : { before: next })),
  placeholderData: keepPreviousData,
});
