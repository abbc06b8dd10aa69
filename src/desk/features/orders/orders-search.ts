// Search parameters of the order list.
import { deskListQuery } from '../../shared/api/queries.ts';
import { getOwnZone } from '../../shared/forms/filters.tsx';
import { parseCurrency, parseDay, parseOneOf, parseText, searchValidator } from '../../shared/routing/search.ts';
import { orderStatuses } from '../../shared/values/status.tsx';

export const ordersSearch = searchValidator({
  status: parseOneOf(Object.keys(orderStatuses)),
  service: parseText,
  currency: parseCurrency,
  from: parseDay,
  until: parseDay,
  customer: parseText,
  before: parseText,
});
type OrdersSearch = ReturnType<typeof ordersSearch>;

const PAGE_ROWS = 50;

/** Without the page. */
export const orderFilter = ({ before: _, ...search }: OrdersSearch) => ({
  ...search,
  ...(search.from || search.until ? { zone: getOwnZone() } : {}),
});

export const ordersQuery = (search: OrdersSearch) =>
  deskListQuery('GET /api/orders', { ...orderFilter(search), before: search.before, limit: PAGE_ROWS });
