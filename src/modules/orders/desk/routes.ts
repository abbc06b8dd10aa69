// Routes for orders at the desk.
import { type DeskHandlers, downloadList } from '#modules/staff/actions.ts';
import { previewRefund } from './actions.ts';
import type { deskOrderCalls } from './calls.ts';
import { createOrdersFile } from './exports.ts';
import {
  cancelOrder,
  cancelUnitAtDesk,
  getOrderDetails,
  listAtDesk,
  type OrderDeskDeps,
  openLink,
  refundOrder,
  resendOrderMail,
} from './order-page.ts';

export const deskOrderRoutes = (deps: OrderDeskDeps): Pick<DeskHandlers, keyof typeof deskOrderCalls> => ({
  'GET /api/orders': ({ input }) => listAtDesk(deps, input),
  'GET /api/orders/table': ({ input, session }) =>
    downloadList(deps.ctx, session, { list: 'orders', filter: input }, (filter) => createOrdersFile(deps, filter)),
  'GET /api/order': ({ input }) => getOrderDetails(deps, input.id),
  'GET /api/order/back': ({ input }) => previewRefund(deps, input),
  'POST /api/order/cancel': (tx, { input, session }) => cancelOrder(deps, tx, session.operator, input),
  'POST /api/order/cancel-unit': (tx, { input, session }) => cancelUnitAtDesk(deps, tx, session.operator, input),
  'POST /api/order/refund': (tx, { input, session }) => refundOrder(deps, tx, session.operator, input),
  'POST /api/order/link': ({ input }) => openLink(deps, input.id),
  'POST /api/order/mail-again': ({ input }) => resendOrderMail(deps, input),
});
