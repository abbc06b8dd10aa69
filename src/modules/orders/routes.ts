import type { Handlers, RequestContext } from '#platform/http/api-routes.ts';
import { readIdempotencyKey } from '#platform/http/idempotency.ts';
import type { OrdersModule } from './actions.ts';
import type { Buyer } from './checkout/place-order.ts';

type OrderCall =
  | 'GET /api/orders/last-address'
  | 'POST /api/orders/quote'
  | 'POST /api/orders'
  | 'GET /api/orders'
  | 'GET /api/orders/order'
  | 'POST /api/orders/brief'
  | 'POST /api/orders/cancel'
  | 'POST /api/orders/cancel-unit'
  | 'POST /api/orders/pay'
  | 'GET /api/balance/movement';

const toBuyer = ({ caller, request, locale }: Pick<RequestContext<'POST /api/orders'>, 'caller' | 'request' | 'locale'>): Buyer => ({
  accountId: caller.accountId,
  address: request.ip,
  locale,
  terms: caller.terms,
});

export const orderRoutes = (orders: OrdersModule): Pick<Handlers, OrderCall> => ({
  'GET /api/orders/last-address': ({ caller }) => orders.lastAddress(caller.accountId),
  'POST /api/orders/quote': (call) => orders.quote(toBuyer(call), call.input),
  'POST /api/orders': (call) => orders.place(toBuyer(call), call.input, readIdempotencyKey(call.request, call.input)),
  'GET /api/orders': async ({ caller, input, reply, locale }) => {
    const { orders: listed, more } = await orders.list(caller.accountId, input, locale);
    const { limit, purchase } = input;
    const next = more ? listed.at(-1)?.id : undefined;
    const same = purchase ? `&purchase=${purchase}` : '';
    if (next) reply.header('link', `</api/orders?limit=${limit}&before=${next}${same}>; rel="next"`);
    return listed;
  },
  'GET /api/orders/order': ({ caller, input, locale }) => orders.whole(caller.accountId, input.id, locale),
  'POST /api/orders/brief': (call) => orders.brief(toBuyer(call), call.input),
  'POST /api/orders/cancel': ({ caller, input }) => orders.cancel(caller.accountId, input),
  'POST /api/orders/cancel-unit': ({ caller, input }) => orders.cancelUnit(caller.accountId, input),
  'POST /api/orders/pay': (call) => orders.pay(toBuyer(call), call.input),
  'GET /api/balance/movement': ({ caller, input }) => orders.movement(caller.accountId, input.id),
});
