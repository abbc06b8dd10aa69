// Calls for quotes and orders.

import type { CallTable } from '../../lib/calls.ts';
import { briefRequestShape, orderRequestShape, wholeOrderShape } from './pieces/shapes.ts';
import {
  cancelShape,
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
  'POST /api/orders/quote': {
    who: 'token',
    about: 'What a cart costs, line by line, with what a coupon takes off. It refuses whatever an order would refuse, and keeps nothing.',
    input: quoteRequestShape,
    output: quoteShape,
    bodyBytes: CART_BYTES,
  },
  'POST /api/orders': {
    who: 'token',
    about:
      'Orders a cart at the price that was shown. Paid by the link in the answer, or from the balance at once; with an Idempotency-Key, sent again it is still one purchase.',
    input: placeShape,
    output: placedShape,
    bodyBytes: CART_BYTES,
  },
  'GET /api/orders': {
    who: 'token',
    about: 'The orders of the account, newest first, in pages.',
    input: ordersRequestShape,
    output: ordersShape,
  },
  'GET /api/orders/order': {
    who: 'token',
    about: 'One order whole: its brief, and how each of its pieces stands.',
    input: orderRequestShape,
    output: wholeOrderShape,
  },
  'POST /api/orders/brief': {
    who: 'token',
    about: 'Briefs pieces of a bundle that is paid, some or all of them. The clock of each runs from then on.',
    input: briefRequestShape,
    output: wholeOrderShape,
    bodyBytes: CART_BYTES,
  },
} as const satisfies CallTable;

export const orderCalls = {
  'POST /api/orders/cancel': {
    who: 'token',
    about: 'Cancels an order that nobody has begun. What was paid goes back to where it came from, or to the balance.',
    input: cancelShape,
  },
  'POST /api/orders/pay': {
    who: 'token',
    about: 'A link for a purchase that is not paid yet, or its payment from the balance at once.',
    input: payShape,
    output: payLinkShape,
  },
} as const satisfies CallTable;
