import type { Handlers } from '../../infra/http/calls.ts';
import type { OrdersRoom } from './actions.ts';

export const orderRoutes = (orders: OrdersRoom): Pick<Handlers, 'POST /api/orders/quote'> => ({
  'POST /api/orders/quote': ({ caller, input, locale, request }) =>
    orders.quote({ accountId: caller.accountId, address: request.ip, locale }, input),
});
