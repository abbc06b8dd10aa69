// Search parameters of the list of invoices.
import type { PaperKind } from '#modules/invoicing/rules.ts';
import { deskListQuery } from '../../shared/api/queries.ts';
import { getOwnZone } from '../../shared/forms/filters.tsx';
import { parseCurrency, parseDay, parseOneOf, parseText, searchValidator } from '../../shared/routing/search.ts';

const kinds: readonly PaperKind[] = ['invoice', 'receipt', 'credit'];

export const invoicesSearch = searchValidator({
  kind: parseOneOf(kinds),
  currency: parseCurrency,
  from: parseDay,
  until: parseDay,
  before: parseText,
});
type InvoicesSearch = ReturnType<typeof invoicesSearch>;

const PAGE_ROWS = 50;

/** Without the page. */
export const toInvoiceFilter = ({ before: _, ...search }: InvoicesSearch) => ({
  ...search,
  ...(search.from || search.until ? { zone: getOwnZone() } : {}),
});

export const invoicesQuery = (search: InvoicesSearch) =>
  deskListQuery('GET /api/papers', { ...toInvoiceFilter(search), before: search.before, limit: PAGE_ROWS });
