// Search parameters of the payment list.
import { deskListQuery } from '../../shared/api/queries.ts';
import { ownZone } from '../../shared/forms/filters.tsx';
import { day, oneOf, searchValidator, text } from '../../shared/routing/search.ts';
import { paymentStates } from '../../shared/values/status.tsx';

export const paymentProviders = ['stripe', 'sandbox', 'none'] as const;

export const paymentsSearch = searchValidator({
  state: oneOf(Object.keys(paymentStates) as (keyof typeof paymentStates)[]),
  provider: oneOf(paymentProviders),
  day,
  before: text,
});
type PaymentsSearch = ReturnType<typeof paymentsSearch>;

const PAGE_ROWS = 50;

export const paymentsQuery = (search: PaymentsSearch) =>
  deskListQuery('GET /api/payments', { ...search, ...(search.day ? { zone: ownZone() } : {}), limit: PAGE_ROWS });
