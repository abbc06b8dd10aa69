// The table of API v1.

import { fileShape, uploadShape } from '#modules/files/shapes.ts';
import { readDeliveryShape } from '#modules/fulfilment/shapes.ts';
import { placedShape, placeShape, quoteRequestShape, quoteShape } from '#modules/orders/shapes.ts';
import { balanceShape } from '#modules/wallet/shapes.ts';
import { addedWebhookShape, addWebhookShape, redeliveredShape, redeliverShape } from '#modules/webhooks/shapes.ts';
import {
  acceptOrderShape,
  cancelOrderShape,
  eventListShape,
  getBalanceShape,
  idShape,
  invoiceListShape,
  listEventsShape,
  listInvoicesShape,
  listMessagesShape,
  listOrdersShape,
  listServicesShape,
  listWebhooksShape,
  messageListShape,
  oneOrderShape,
  orderListShape,
  reviseOrderShape,
  sendBriefShape,
  serviceListShape,
  webhookListShape,
} from './shapes.ts';
import type { ApiCallTable } from './shapes-calls.ts';

/** As in the storefront. */
const CART_BYTES = 4 * 1024 * 1024;
const FILE_BYTES = 10 * 1024 * 1024;

export const apiCalls = {
  'GET /api/v1/services': {
    scope: 'catalogue:read',
    about: 'Lists what the shop sells, with prices in one currency and the questions of each brief.',
    input: listServicesShape,
    output: serviceListShape,
  },
  'POST /api/v1/quote': {
    scope: 'orders:write',
    needsAccount: true,
    about: 'Prices a cart line by line. Validates it like an order and stores nothing.',
    input: quoteRequestShape,
    output: quoteShape,
    bodyBytes: CART_BYTES,
  },
  'POST /api/v1/orders': {
    scope: 'orders:write',
    needsAccount: true,
    once: true,
    about:
      'Places an order for a cart at the quoted price. Paid with the payment link in the response or from the balance. A retry with the same Idempotency-Key does not order twice.',
    input: placeShape,
    output: placedShape,
    bodyBytes: CART_BYTES,
  },
  'GET /api/v1/orders': {
    scope: 'orders:read',
    about: 'Lists orders, newest first: those of the key’s account, or of the whole shop.',
    input: listOrdersShape,
    output: orderListShape,
  },
  'GET /api/v1/orders/:id': {
    scope: 'orders:read',
    about: 'Returns an order with its briefs, pieces and deliveries.',
    input: idShape,
    output: oneOrderShape,
  },
  'POST /api/v1/orders/:id/brief': {
    scope: 'orders:write',
    needsAccount: true,
    about: 'Submits briefs for pieces of a paid order that are briefed one by one.',
    input: sendBriefShape,
    output: oneOrderShape,
    bodyBytes: CART_BYTES,
  },
  'POST /api/v1/orders/:id/cancel': {
    scope: 'orders:write',
    needsAccount: true,
    about: 'Cancels an order before work starts. Refunds it to the payment method or the balance.',
    input: cancelOrderShape,
  },
  'POST /api/v1/orders/:id/accept': {
    scope: 'orders:write',
    needsAccount: true,
    about: 'Accepts a delivery of an order, or everything of it that waits for the customer.',
    input: acceptOrderShape,
    output: oneOrderShape,
  },
  'POST /api/v1/orders/:id/revise': {
    scope: 'orders:write',
    needsAccount: true,
    about: 'Requests a revision of a delivery. The offer limits the number of revisions.',
    input: reviseOrderShape,
    output: oneOrderShape,
  },
  'GET /api/v1/deliveries/:id': {
    scope: 'orders:read',
    about: 'Returns a delivery: its text in Markdown, the report of its checks, and how it was made.',
    input: idShape,
    output: readDeliveryShape,
  },
  'POST /api/v1/files': {
    scope: 'files:write',
    needsAccount: true,
    about: 'Uploads a file for a brief. The body is the file. It is removed after a day unless an order uses it.',
    input: uploadShape,
    output: fileShape,
    body: 'bytes',
    bodyBytes: FILE_BYTES,
  },
  'GET /api/v1/balance': {
    scope: 'money:read',
    needsAccount: true,
    about: 'Returns the balance of the account in one currency.',
    input: getBalanceShape,
    output: balanceShape,
  },
  'GET /api/v1/invoices': {
    scope: 'money:read',
    about: 'Lists invoices, receipts and credit notes, newest first: those of the key’s account, or of the whole shop.',
    input: listInvoicesShape,
    output: invoiceListShape,
  },
  'GET /api/v1/events': {
    scope: ['orders:read', 'money:read', 'tickets:read', 'clients:read', 'webhooks:write'],
    about: 'Lists what happened in the last ninety days, oldest first. With the last id as `after`, it is what happened since.',
    input: listEventsShape,
    output: eventListShape,
  },
  'POST /api/v1/webhooks': {
    scope: 'webhooks:write',
    about: 'Adds a webhook by Standard Webhooks 1.0. The answer is the only one that has its secret.',
    input: addWebhookShape,
    output: addedWebhookShape,
  },
  'GET /api/v1/webhooks': {
    scope: 'webhooks:write',
    about: 'Lists webhooks, newest first.',
    input: listWebhooksShape,
    output: webhookListShape,
  },
  'DELETE /api/v1/webhooks/:id': { scope: 'webhooks:write', about: 'Removes a webhook with its log.', input: idShape },
  'GET /api/v1/webhooks/:id/messages': {
    scope: 'webhooks:write',
    about: 'Lists the messages of the last ninety days to a webhook, newest first, each with its tries and their answers.',
    input: listMessagesShape,
    output: messageListShape,
  },
  'POST /api/v1/webhooks/:id/redeliver': {
    scope: 'webhooks:write',
    about: 'Turns a webhook on again and sends what did not arrive, or one message once more.',
    input: redeliverShape,
    output: redeliveredShape,
  },
} as const satisfies ApiCallTable;

export type ApiCalls = typeof apiCalls;
