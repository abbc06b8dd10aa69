// Search parameters of the list of invoices.
import type { PaperKind } from '#modules/invoicing/rules.ts';
import { deskListQuery } from '../../shared/api/queries.ts';
import { ownZone } from '../../shared/forms/filters.tsx';
import { currency, day, parseOneOf, searchValidator, text } from '../../shared/routing/search.ts';

const kinds: readonly PaperKind[] = ['invoice', 'receipt', 'credit'];

export const invoicesSearch = searchValidator({
  kind: parseOneOf(kinds),
  currency,
  from: day,
  until: day,
  before: text,
});
type InvoicesSearch = ReturnType<typeof invoicesSearch>;

const PAGE_ROWS = 50;

/** Without the page. */
export const invoiceFilter = ({ before: _, ...search }: InvoicesSearch) => ({
  ...search,
  ...(search.from || search.until ? { zone: ownZone() } : {}),
});

export const invoicesQuery = (search: InvoicesSearch) =>
  deskListQuery('GET /api/papers', { ...invoiceFilter(search), before: search.before, limit: PAGE_ROWS });
