// Search parameters of the order list.
import { deskListQuery } from '../../shared/api/queries.ts';
import { ownZone } from '../../shared/forms/filters.tsx';
import { currency, day, parseOneOf, searchValidator, text } from '../../shared/routing/search.ts';
import { orderStatuses } from '../../shared/values/status.tsx';

export const ordersSearch = searchValidator({
  status: parseOneOf(Object.keys(orderStatuses)),
  service: text,
  currency,
  from: day,
  until: day,
  customer: text,
  before: text,
});
type OrdersSearch = ReturnType<typeof ordersSearch>;

const PAGE_ROWS = 50;

/** Without the page. */
export const orderFilter = ({ before: _, ...search }: OrdersSearch) => ({
  ...search,
  ...(search.from || search.until ? { zone: ownZone() } : {}),
});

export const ordersQuery = (search: OrdersSearch) =>
  deskListQuery('GET /api/orders', { ...orderFilter(search), before: search.before, limit: PAGE_ROWS });
