// Search parameters of the payment list.
import { deskListQuery } from '../../shared/api/queries.ts';
import { getOwnZone } from '../../shared/forms/filters.tsx';
import { parseDay, parseOneOf, parseText, searchValidator } from '../../shared/routing/search.ts';
import { paymentStates } from '../../shared/values/status.tsx';

export const paymentProviders = ['stripe', 'sandbox', 'none'] as const;

export const paymentsSearch = searchValidator({
  state: parseOneOf(Object.keys(paymentStates) as (keyof typeof paymentStates)[]),
  provider: parseOneOf(paymentProviders),
  day: parseDay,
  before: parseText,
});
type PaymentsSearch = ReturnType<typeof paymentsSearch>;

const PAGE_ROWS = 50;

/** Without the page. */
export const toPaymentFilter = ({ before: _, ...search }: PaymentsSearch) => ({ ...search, ...(search.day ? { zone: getOwnZone() } : {}) });

export const paymentsQuery = (search: PaymentsSearch) =>
  deskListQuery('GET /api/payments', { ...toPaymentFilter(search), before: search.before, limit: PAGE_ROWS });
