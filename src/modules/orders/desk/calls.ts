// Calls for orders.
import { type DeskCallTable, listDownload } from '#modules/staff/shapes-calls.ts';
import {
  backRequestShape,
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
  refundPreviewShape,
} from './shapes.ts';

export const deskOrderCalls = {
  'GET /api/orders': { may: 'orders.see', about: 'Lists orders, newest first.', input: deskOrdersRequestShape, output: orderListShape },
  'GET /api/orders/table': {
    audit: listDownload,
    may: 'orders.see',
    about: 'Returns the matching orders as CSV.',
    input: ordersFileShape,
    answer: 'bytes',
  },
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
    output: refundPreviewShape,
  },
  'POST /api/order/cancel': {
    kind: 'write',
    audit: { act: 'order.cancel', about: 'order' },
    stepUp: true,
    may: 'orders.cancel',
    about: 'Cancels an order and refunds what is not delivered.',
    input: cancelOrderShape,
  },
  'POST /api/order/refund': {
    kind: 'write',
    audit: { act: 'order.refund', about: 'order' },
    stepUp: true,
    may: 'money.move',
    about: 'Refunds a part of an order. The order continues.',
    input: refundOrderShape,
  },
  'POST /api/order/link': {
    kind: 'write',
    prepares: true,
    audit: { act: 'order.link', about: 'order' },
    may: 'orders.see',
    about: 'Returns the payment link of an order, or creates a new one.',
    input: freshLinkShape,
    output: freshLinkAnswerShape,
  },
  'POST /api/order/mail-again': {
    kind: 'write',
    prepares: true,
    audit: { act: 'mail.again', about: 'order' },
    may: 'mail.resend',
    about: 'Resends an email about an order.',
    input: mailAgainShape,
  },
} as const satisfies DeskCallTable;
