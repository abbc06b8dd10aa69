// Routes for orders, customers, payments, coupons and the catalogue.

import { previewBack } from '#modules/orders/actions.ts';
import type { DeskHandlers } from '#modules/staff/actions.ts';
import { downloadAct } from '#modules/staff/actions.ts';
import { Download } from '#platform/http/api-routes.ts';
import { findAnything } from '../search/search.ts';
import type { Selling } from '../selling.ts';
import {
  askPayment,
  creditAct,
  customerAtDesk,
  endSessionsAct,
  listPayments,
  listWebhooks,
  lookAct,
  onePayment,
  statementAtDesk,
  ticketsOfCustomer,
} from './customers.ts';
import { depositBackAct, previewDeposit } from './deposits.ts';
import { ordersFile, paymentsFile } from './exports.ts';
import { cancelAct, linkAct, listAtDesk, mailAgainAct, refundAct, wholeAtDesk } from './orders.ts';
import { catalogueAtDesk, endCouponAct, makeCouponAct, policiesAtDesk, readCoupons } from './shop-pages.ts';

type Orders =
  | 'GET /api/find'
  | 'GET /api/orders'
  | 'GET /api/orders/table'
  | 'GET /api/order'
  | 'GET /api/order/back'
  | 'GET /api/paper'
  | 'POST /api/order/cancel'
  | 'POST /api/order/refund'
  | 'POST /api/order/link'
  | 'POST /api/order/mail-again';

export const deskOrderRoutes = (selling: Selling): Pick<DeskHandlers, Orders> => ({
  'GET /api/find': ({ input, session }) => findAnything(selling, session, input.q),
  'GET /api/orders': ({ input }) => listAtDesk(selling, input),
  'GET /api/orders/table': ({ input, session }) =>
    downloadAct(selling.checkout.ctx, session, { list: 'orders', filter: input }, (filter) => ordersFile(selling, filter)),
  'GET /api/order': ({ input }) => wholeAtDesk(selling, input.id),
  'GET /api/order/back': ({ input }) => previewBack(selling.checkout, input),
  'GET /api/paper': async ({ input }) => new Download(await selling.papers.pdf(input.customer, input.id)),
  'POST /api/order/cancel': ({ input, session }) => cancelAct(selling, session, input),
  'POST /api/order/refund': ({ input, session }) => refundAct(selling, session, input),
  'POST /api/order/link': ({ input, session }) => linkAct(selling, session, input),
  'POST /api/order/mail-again': ({ input, session }) => mailAgainAct(selling, session, input),
});

type People =
  | 'GET /api/customer'
  | 'GET /api/customer/statement'
  | 'GET /api/customer/tickets'
  | 'POST /api/customer/credit'
  | 'POST /api/customer/look'
  | 'POST /api/customer/end-sessions'
  | 'GET /api/customer/delivery'
  | 'GET /api/payments'
  | 'GET /api/payments/table'
  | 'GET /api/payment'
  | 'POST /api/payment/ask'
  | 'GET /api/payment/webhooks'
  | 'GET /api/payment/deposit-back'
  | 'POST /api/payment/deposit-back';

export const customerRoutes = (selling: Selling): Pick<DeskHandlers, People> => ({
  'GET /api/customer': ({ input }) => customerAtDesk(selling, input.id),
  'GET /api/customer/statement': ({ input }) => statementAtDesk(selling, input),
  'GET /api/customer/tickets': ({ input }) => ticketsOfCustomer(selling, input),
  'POST /api/customer/credit': ({ input, session }) => creditAct(selling, session, input),
  'POST /api/customer/look': ({ input, session }) => lookAct(selling, session, input),
  'POST /api/customer/end-sessions': ({ input, session }) => endSessionsAct(selling, session, input),
  'GET /api/customer/delivery': ({ input }) => selling.fulfilment.delivery(input.customer, input.id, 'en'),
  'GET /api/payments': ({ input: { state, provider, day, zone, before, limit } }) =>
    listPayments(selling, { state, provider, day, zone, before, limit }),
  'GET /api/payments/table': ({ input, session }) =>
    downloadAct(selling.checkout.ctx, session, { list: 'payments', filter: input }, (filter) => paymentsFile(selling, filter)),
  'GET /api/payment': ({ input }) => onePayment(selling, input.id),
  'POST /api/payment/ask': ({ input, session }) => askPayment(selling, session, input.id),
  'GET /api/payment/webhooks': ({ input }) => listWebhooks(selling, input),
  'GET /api/payment/deposit-back': ({ input }) => previewDeposit(selling, input),
  'POST /api/payment/deposit-back': ({ input, session }) => depositBackAct(selling, session, input),
});

type Goods = 'GET /api/coupons' | 'POST /api/coupon/make' | 'POST /api/coupon/end' | 'GET /api/catalogue' | 'GET /api/policies';

export const goodsRoutes = (selling: Selling): Pick<DeskHandlers, Goods> => ({
  'GET /api/coupons': () => readCoupons(selling),
  'POST /api/coupon/make': ({ input, session }) => makeCouponAct(selling, session, input),
  'POST /api/coupon/end': ({ input, session }) => endCouponAct(selling, session, input),
  'GET /api/catalogue': () => catalogueAtDesk(selling),
  'GET /api/policies': async () => policiesAtDesk(selling),
});
