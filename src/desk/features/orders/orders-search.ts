// Search parameters of the order list.
import { currencyNumbers } from '../../../lib/money/money.ts';
import { deskListQuery } from '../../shared/api/queries.ts';
import { ownZone } from '../../shared/forms/filters.tsx';
import { day, oneOf, searchValidator, text } from '../../shared/routing/search.ts';
import { orderStatuses } from '../../shared/values/status.tsx';

export const ordersSearch = searchValidator({
  status: oneOf(Object.keys(orderStatuses)),
  service: text,
  currency: oneOf(currencyNumbers.map(String)),
  from: day,
  until: day,
  customer: text,
  before: text,
});
type OrdersSearch = ReturnType<typeof ordersSearch>;

const PAGE_ROWS = 50;

export const ordersQuery = (search: OrdersSearch) =>
  deskListQuery('GET /api/orders', {
    ...search,
    ...(search.from || search.until ? { zone: ownZone() } : {}),
    limit: PAGE_ROWS,
  });
