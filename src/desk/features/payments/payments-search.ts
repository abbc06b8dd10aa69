// Search parameters of the payment list.
import { deskListQuery } from '../../shared/api/queries.ts';
import { ownZone } from '../../shared/forms/filters.tsx';
import { day, parseOneOf, searchValidator, text } from '../../shared/routing/search.ts';
import { paymentStates } from '../../shared/values/status.tsx';

export const paymentProviders = ['stripe', 'sandbox', 'none'] as const;

export const paymentsSearch = searchValidator({
  state: parseOneOf(Object.keys(paymentStates) as (keyof typeof paymentStates)[]),
  provider: parseOneOf(paymentProviders),
  day,
  before: text,
});
type PaymentsSearch = ReturnType<typeof paymentsSearch>;

const PAGE_ROWS = 50;

/** Without the page. */
export const paymentFilter = ({ before: _, ...search }: PaymentsSearch) => ({ ...search, ...(search.day ? { zone: ownZone() } : {}) });

export const paymentsQuery = (search: PaymentsSearch) =>
  deskListQuery('GET /api/payments', { ...paymentFilter(search), before: search.before, limit: PAGE_ROWS });
