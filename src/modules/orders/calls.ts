// Calls for quotes and orders.

import type { CallTable } from '#lib/calls.ts';
import { briefRequestShape, orderDetailsShape, orderRequestShape } from './pieces/shapes.ts';
import {
  cancelShape,
  cancelUnitShape,
  lastAddressShape,
  ordersRequestShape,
  ordersShape,
  payLinkShape,
  payShape,
  placedShape,
  placeShape,
  quoteRequestShape,
  quoteShape,
} from './shapes.ts';

/** Fifty briefs of maximum size, at three bytes per character. */
const CART_BYTES = 4 * 1024 * 1024;

export const checkoutCalls = {
  'GET /api/orders/last-address': {
    who: 'token',
    may: 'read',
    about: 'Returns the name and address of the last purchase, to offer them in the next one; null if there is none.',
    output: lastAddressShape,
  },
  'POST /api/orders/quote': {
    who: 'token',
    may: 'read',
    about: 'Prices a cart line by line, with its coupon discount. Validates it like an order and stores nothing.',
    input: quoteRequestShape,
    output: quoteShape,
    bodyBytes: CART_BYTES,
  },
  'POST /api/orders': {
    who: 'token',
    may: 'order',
    about:
      'Places an order for a cart at the quoted price. Paid with the payment link in the response or from the balance. A retry with the same Idempotency-Key does not order twice.',
    input: placeShape,
    output: placedShape,
    bodyBytes: CART_BYTES,
  },
  'GET /api/orders': {
    who: 'token',
    may: 'read',
    about: 'Lists orders, newest first, paginated.',
    input: ordersRequestShape,
    output: ordersShape,
  },
  'GET /api/orders/order': {
    who: 'token',
    may: 'read',
    about: 'Returns an order with its brief and the state of each piece.',
    input: orderRequestShape,
    output: orderDetailsShape,
  },
  'POST /api/orders/brief': {
    who: 'token',
    may: 'order',
    about: 'Submits briefs for pieces of a paid order that are briefed one by one. The clock of each piece starts.',
    input: briefRequestShape,
    output: orderDetailsShape,
    bodyBytes: CART_BYTES,
  },
} as const satisfies CallTable;

export const orderCalls = {
  'POST /api/orders/cancel': {
    who: 'token',
    may: 'order',
    about: 'Cancels an order before work starts. Refunds it to the payment method or the balance.',
    input: cancelShape,
  },
  'POST /api/orders/cancel-unit': {
    who: 'token',
    may: 'order',
    about: 'Cancels one unit of an order, if each unit is a piece and work on it has not begun. Its share of the price is refunded.',
    input: cancelUnitShape,
  },
  'POST /api/orders/pay': {
    who: 'token',
    may: 'settle',
    about: 'Returns a payment link for an unpaid purchase, or pays it from the balance.',
    input: payShape,
    output: payLinkShape,
  },
} as const satisfies CallTable;
