// Calls for orders, customers, payments, coupons and what the shop sells.

import { readDeliveryShape } from '../../fulfilment/shapes.ts';
import { backRequestShape, backShape, deskOrdersRequestShape, orderIdShape } from '../../orders/desk/shapes.ts';
import { statementShape } from '../../wallet/shapes.ts';
import type { DeskCallTable } from '../shapes-calls.ts';
import {
  creditShape,
  customerDeliveryRequestShape,
  customerRequestShape,
  customerShape,
  customerStatementRequestShape,
  customersRequestShape,
  customersShape,
  customerTicketsRequestShape,
  customerTicketsShape,
  depositBackRequestShape,
  depositBackShape,
  depositStandingShape,
  lookRequestShape,
  lookShape,
  paymentRequestShape,
  paymentShape,
  paymentsRequestShape,
  paymentsShape,
  webhooksRequestShape,
  webhooksShape,
} from './shapes-customers.ts';
import {
  cancelOrderShape,
  freshLinkAnswerShape,
  freshLinkShape,
  mailAgainShape,
  orderListShape,
  orderWholeShape,
  paperRequestShape,
  refundOrderShape,
} from './shapes-orders.ts';
import { couponsShape, deskCatalogueShape, endCouponShape, makeCouponShape, policiesShape } from './shapes-shop.ts';

export const deskOrderCalls = {
  'GET /api/orders': { may: 'orders.see', about: 'Orders, the newest first.', input: deskOrdersRequestShape, output: orderListShape },
  'GET /api/order': { may: 'orders.see', about: 'One order and all that became of it.', input: orderIdShape, output: orderWholeShape },
  'GET /api/order/back': {
    may: 'orders.see',
    about: 'What would go back, and where, before it is done.',
    input: backRequestShape,
    output: backShape,
  },
  'GET /api/paper': {
    may: 'money.see',
    about: 'An invoice, a receipt or a credit note, as its owner gets it.',
    input: paperRequestShape,
    answer: 'bytes',
  },
  'POST /api/order/cancel': {
    stepUp: true,
    may: 'orders.cancel',
    about: 'Cancels an order that is not delivered, and gives back what was paid for the rest.',
    input: cancelOrderShape,
  },
  'POST /api/order/refund': {
    stepUp: true,
    may: 'money.move',
    about: 'Gives a part of an order back; it goes on.',
    input: refundOrderShape,
  },
  'POST /api/order/link': {
    may: 'orders.see',
    about: 'A link by which an order can be paid.',
    input: freshLinkShape,
    output: freshLinkAnswerShape,
  },
  'POST /api/order/mail-again': { may: 'mail.resend', about: 'Sends a mail about an order once more.', input: mailAgainShape },
} as const satisfies DeskCallTable;

export const customerCalls = {
  'GET /api/customers': {
    may: 'customers.see',
    about: 'Customers, by how an address or a name begins.',
    input: customersRequestShape,
    output: customersShape,
  },
  'GET /api/customer': { may: 'customers.see', about: 'One customer.', input: customerRequestShape, output: customerShape },
  'GET /api/customer/statement': {
    may: 'money.see',
    about: 'What a balance is made of.',
    input: customerStatementRequestShape,
    output: statementShape,
  },
  'GET /api/customer/tickets': {
    may: 'tickets.see',
    about: 'What one customer wrote to the desk, the newest first.',
    input: customerTicketsRequestShape,
    output: customerTicketsShape,
  },
  'POST /api/customer/credit': { stepUp: true, may: 'money.move', about: 'Gives promotional credit.', input: creditShape },
  'POST /api/customer/look': {
    may: 'customers.see',
    about: 'What the customer sees; told in the log.',
    input: lookRequestShape,
    output: lookShape,
  },
  'POST /api/customer/end-sessions': { may: 'customers.logOut', about: 'Logs a customer out everywhere.', input: lookRequestShape },
  'GET /api/customer/delivery': {
    may: 'customers.see',
    about: 'What was delivered to a customer, as the customer reads it.',
    input: customerDeliveryRequestShape,
    output: readDeliveryShape,
  },
} as const satisfies DeskCallTable;

export const paymentCalls = {
  'GET /api/payments': { may: 'money.see', about: 'Payments, the newest first.', input: paymentsRequestShape, output: paymentsShape },
  'GET /api/payment': { may: 'money.see', about: 'One payment and what came of it.', input: paymentRequestShape, output: paymentShape },
  'POST /api/payment/ask': { may: 'money.see', about: 'Asks the provider now what became of a payment.', input: paymentRequestShape },
  'GET /api/payment/webhooks': {
    may: 'money.see',
    about: 'What a payment provider told by itself, and how it was answered: of one payment, or all that was refused.',
    input: webhooksRequestShape,
    output: webhooksShape,
  },
  'GET /api/payment/deposit-back': {
    may: 'money.see',
    about: 'What giving a part of a deposit back would take with it, before it is done.',
    input: depositBackRequestShape,
    output: depositStandingShape,
  },
  'POST /api/payment/deposit-back': {
    stepUp: true,
    may: 'money.move',
    about: 'Gives a deposit, or a part of it, back to where it was paid from.',
    input: depositBackShape,
  },
} as const satisfies DeskCallTable;

export const shopCalls = {
  'GET /api/coupons': { may: 'coupons.see', about: 'Coupons with their counters.', output: couponsShape },
  'POST /api/coupon/make': { may: 'coupons.edit', about: 'Makes a coupon.', input: makeCouponShape },
  'POST /api/coupon/end': { may: 'coupons.edit', about: 'Ends a coupon now.', input: endCouponShape },
  'GET /api/catalogue': { may: 'catalogue.see', about: 'Offers with their prices and fields.', output: deskCatalogueShape },
  'GET /api/policies': { may: 'catalogue.see', about: 'The policies with their versions.', output: policiesShape },
} as const satisfies DeskCallTable;
