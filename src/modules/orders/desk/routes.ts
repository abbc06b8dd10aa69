// Routes for orders at the desk.
import { type DeskHandlers, downloadAct } from '#modules/staff/actions.ts';
import { previewBack } from './actions.ts';
import type { deskOrderCalls } from './calls.ts';
import { ordersFile } from './exports.ts';
import { cancelAct, linkAct, listAtDesk, mailAgainAct, type OrderDeskDeps, refundAct, wholeAtDesk } from './order-page.ts';

export const deskOrderRoutes = (deps: OrderDeskDeps): Pick<DeskHandlers, keyof typeof deskOrderCalls> => ({
  'GET /api/orders': ({ input }) => listAtDesk(deps, input),
  'GET /api/orders/table': ({ input, session }) =>
    downloadAct(deps.ctx, session, { list: 'orders', filter: input }, (filter) => ordersFile(deps, filter)),
  'GET /api/order': ({ input }) => wholeAtDesk(deps, input.id),
  'GET /api/order/back': ({ input }) => previewBack(deps, input),
  'POST /api/order/cancel': ({ input, session }) => cancelAct(deps, session, input),
  'POST /api/order/refund': ({ input, session }) => refundAct(deps, session, input),
  'POST /api/order/link': ({ input, session }) => linkAct(deps, session, input),
  'POST /api/order/mail-again': ({ input, session }) => mailAgainAct(deps, session, input),
});
