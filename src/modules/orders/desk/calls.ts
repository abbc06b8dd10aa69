// Calls for orders.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import {
  backRequestShape,
  backShape,
  cancelOrderShape,
  deskOrdersRequestShape,
  freshLinkAnswerShape,
  freshLinkShape,
  mailAgainShape,
  orderIdShape,
  orderListShape,
  ordersFileShape,
  orderWholeShape,
  refundOrderShape,
} from './shapes.ts';

export const deskOrderCalls = {
  'GET /api/orders': { may: 'orders.see', about: 'Lists orders, newest first.', input: deskOrdersRequestShape, output: orderListShape },
  'GET /api/orders/table': { may: 'orders.see', about: 'Returns the matching orders as CSV.', input: ordersFileShape, answer: 'bytes' },
  'GET /api/order': {
    may: 'orders.see',
    about: 'Returns an order with its pieces, payments, refunds, invoices, emails and log.',
    input: orderIdShape,
    output: orderWholeShape,
  },
  'GET /api/order/back': {
    may: 'orders.see',
    about: 'Previews a refund or a cancellation.',
    input: backRequestShape,
    output: backShape,
  },
  'POST /api/order/cancel': {
    stepUp: true,
    may: 'orders.cancel',
    about: 'Cancels an order and refunds what is not delivered.',
    input: cancelOrderShape,
  },
  'POST /api/order/refund': {
    stepUp: true,
    may: 'money.move',
    about: 'Refunds a part of an order. The order continues.',
    input: refundOrderShape,
  },
  'POST /api/order/link': {
    may: 'orders.see',
    about: 'Returns the payment link of an order, or creates a new one.',
    input: freshLinkShape,
    output: freshLinkAnswerShape,
  },
  'POST /api/order/mail-again': { may: 'mail.resend', about: 'Resends an email about an order.', input: mailAgainShape },
} as const satisfies DeskCallTable;
