// Search parameters of the customer list.
import { keepPreviousData } from '@tanstack/react-query';
import { type CurrencyNumber, currencyCode, currencyNumbers } from '../../../lib/money/money.ts';
import type { CustomerSort } from '../../../modules/desk/customers/rules.ts';
import { deskPagesQuery } from '../../shared/api/queries.ts';
import { oneOf, searchValidator, text } from '../../shared/routing/search.ts';

type SortRow = {
  readonly label: string;
  readonly sent: { readonly sort: CustomerSort; readonly currency?: CurrencyNumber };
  /** Who is listed. */
  readonly note?: string;
};

/** Without one: newest first. Spend is sorted in one currency, because two currencies cannot be compared. */
export const customerSortRows: Readonly<Record<string, SortRow>> = {
  name: { label: 'Name', sent: { sort: 'name' } },
  lastOrder: { label: 'Last order', sent: { sort: 'lastOrder' }, note: 'Customers without an order aren’t listed.' },
  ...Object.fromEntries(currencyNumbers.map((currency) => [`spent-${currencyCode(currency).toLowerCase()}`, spendRow(currency)])),
};

function spendRow(currency: CurrencyNumber): SortRow {
  const code = currencyCode(currency);
  return {
    label: `Spent in ${code}`,
    sent: { sort: 'spend', currency },
    note: `Only customers who have spent in ${code}: invoices minus credit notes.`,
  };
}

export const customersSearch = searchValidator({ q: text, tag: text, sort: oneOf(Object.keys(customerSortRows)) });
type CustomersSearch = ReturnType<typeof customersSearch>;

/** What the list and its file send. */
export const customerFilter = ({ q, tag, sort }: CustomersSearch) => ({ q, tag, ...(sort ? customerSortRows[sort]?.sent : {}) });

export const customersQuery = (search: CustomersSearch) => ({
  ...deskPagesQuery('GET /api/customers', customerFilter(search), ({ next }) => (next === null ? undefined : { before: next })),
  placeholderData: keepPreviousData,
});
