// Names and examples for the generated API documentation.

import { currencyShape } from '#lib/money/currency-shape.ts';
import { addOnShape } from '#modules/catalogue/add-ons/shapes.ts';
import { fieldShape, offerShape, platformTypeShape, pricesShape } from '#modules/catalogue/shapes.ts';
import { passportShape, pieceWorkShape, readDeliveryShape } from '#modules/fulfilment/shapes.ts';
import { orderedAddOnShape } from '#modules/orders/add-ons/shapes.ts';
import { orderDetailsShape, orderStatusNumbers } from '#modules/orders/pieces/shapes.ts';
import { deliverySummaryShape, lineShape, orderShape, placedShape, quoteShape } from '#modules/orders/shapes.ts';
import { subscriptionShape } from '#modules/subscriptions/shapes.ts';
import { statementShape } from '#modules/wallet/shapes.ts';

/** Schemas that are referred to by name. */
export const namedSchemas = {
  Prices: pricesShape,
  Offer: offerShape,
  AddOn: addOnShape,
  Field: fieldShape,
  PlatformType: platformTypeShape,
  Line: lineShape,
  Quote: quoteShape,
  Placed: placedShape,
  Order: orderShape,
  OrderedAddOn: orderedAddOnShape,
  OrderWithPieces: orderDetailsShape,
  Subscription: subscriptionShape,
  Delivery: deliverySummaryShape,
  DeliveredText: readDeliveryShape,
  Passport: passportShape,
  Piece: pieceWorkShape,
  Statement: statementShape,
} as const;

/** Numeric enums. */
export const namedNumbers = { OrderStatus: orderStatusNumbers } as const;
/** Its numbers are the shop's. */
export const currencySchema = currencyShape;

const line = {
  offerId: 'logo-3',
  quantity: 1,
  platform: null,
  answers: { brandName: 'Loaf & Queue', language: 'en', founded: 2014, colours: ['blue', 'white'], rightsConfirmed: true },
};
const billing = {
  firstName: 'Ada',
  lastName: 'Sample',
  country: 'NO',
  city: 'Oslo',
  address: 'Sample Street 1',
  state: '',
  zipCode: '0150',
  agreedToPP_TOS: true,
};

/** Example requests, for a shop that sells logos. */
export const examples: Readonly<Record<string, unknown>> = {
  'POST /api/Accounts/login': { email: 'ada@example.com', password: 'nine-lives-of-paper', rememberMe: true },
  'POST /api/prices': { currency: 0 },
  'POST /api/orders/quote': { currency: 0, couponCode: null, orderFormData: [line] },
  'POST /api/orders': { ...billing, currency: 0, couponCode: null, price: 9900, orderFormData: [line], startNow: true },
  'POST /api/balance': { currency: 0 },
  'POST /api/support/create-ticket': { name: 'Ada Sample', email: 'ada@example.com', message: 'When will my order be delivered?' },
};

const orderId = '019e1b85-95c0-7001-bd90-ba85adea8d64';
const purchaseId = '019e1b85-95c0-7000-b01a-aaa6e2b8de76';
const paymentLink = 'https://pay.example/019e1b85-95c0-7002-893e-d05b3741054f';

const createField = (name: string, kind: string, required: boolean, label: string, help: string, more: object = {}) => ({
  name,
  kind,
  required,
  label,
  help,
  ...more,
});

const order = {
  id: orderId,
  number: 'F-GH8TQDE2',
  status: 1,
  serviceType: 100,
  offerId: 'logo-3',
  quantity: 1,
  platform: null,
  price: 9900,
  currency: 0,
  purchaseId,
  purchasePrice: 9900,
  paidFrom: null,
  subscriptionId: null,
  paymentLink,
  paymentOutcome: null,
  dispute: null,
  createdAt: '2026-05-12T09:30:00.000Z',
  estimatedDeliveryAt: '2026-05-14T09:30:00.000Z',
  turnaround: { amount: 48, unit: 'hours' },
  dueAt: null,
  expectedAt: '2026-05-14T09:30:00.000Z',
  expectedBecause: 'ordered',
  mayBeginAt: null,
  piecesWaiting: 0,
  acceptAt: null,
  inRevision: false,
  renewsAt: null,
  linkExpiresAt: '2026-05-13T09:30:00.000Z',
  couponReleased: false,
  paidAt: null,
  startedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  withdrawUntil: null,
  withdrawn: null,
  refund: null,
  pieces: [
    {
      id: '0196c3a8-2b40-7abc-8def-0123456789ab',
      title: 'First service, 3 concepts',
      state: 'ready',
      stage: null,
      expectedAt: '2026-05-14T09:30:00.000Z',
      deliveredAt: null,
    },
  ],
  piecesTotal: 1,
  deliveries: [],
  answers: line.answers,
};

/**
 * Answers to the examples, in the order in which tests/api-examples.test.ts compares them with those of a
 * running shop.
 */
export const answerExamples: Readonly<Record<string, unknown>> = {
  'POST /api/Accounts/login': {
    accessToken: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI2MTE3MTRlOC0yYzhmIn0.sP2TrMB3eJsUpn4CSmeL3Pcv6w4xEEhk5bLcWn84pNo',
    refreshToken: 'SZr0hOu4C5wAS8EkwCCKIYX6n98PE_rNDleFyNXdaeQtrlXU_2j9DJdCXCRWckfi',
  },
  'POST /api/prices': {
    currency: 0,
    offers: [
      {
        id: 'logo-3',
        serviceType: 100,
        unit: '3 concepts',
        note: 'For a first mark',
        unitPrice: 9900,
        minQuantity: 1,
        maxQuantity: 10,
        interval: null,
        platforms: [],
        fields: [
          createField('brandName', 'text', false, 'Brand name', 'Exactly as it should appear.', { max: 80 }),
          createField('language', 'choice', true, 'Language', 'Of the logo.', { options: [{ value: 'en', label: 'English' }] }),
          createField('founded', 'number', false, 'Founded in', 'The year.'),
          createField('colours', 'texts', false, 'Colors', 'Up to five.', { max: 5, itemMax: 40 }),
          createField('rightsConfirmed', 'yesNo', true, 'I may use everything in this brief', 'It is yours, or you have permission.'),
        ],
        revisions: 2,
        turnaround: { amount: 48, unit: 'hours' },
        eachUnitIsPiece: false,
        howMade: { kind: 'person', tools: [] },
        pieces: [{ offerId: 'logo-3', serviceType: 100, quantity: 1, unit: '3 concepts' }],
      },
    ],
    platformTypes: [],
  },
  'POST /api/orders/quote': {
    lines: [{ total: 9900, discount: 0, why: null, review: false }],
    subtotal: 9900,
    discount: 0,
    price: 9900,
  },
  'POST /api/orders': { paymentLink, purchaseId, orderIds: [orderId] },
  'POST /api/balance': { currency: 0, balance: 0 },
  'POST /api/support/create-ticket': { ticketNumber: 'T-8SXCDY' },
  'GET /api/orders': [order],
  'GET /api/Accounts/profile': {
    id: '611714e8-2c8f-48b0-bf62-a2a806f278bb',
    email: 'ada@example.com',
    emailVerified: false,
    firstName: 'Ada',
    lastName: 'Sample',
    country: '',
    city: '',
    address: '',
    zipCode: '',
    state: '',
    createdAt: '2026-05-12T09:30:00.000Z',
  },
};

/** Calls that create a payment and take an Idempotency-Key. */
export const onceCalls: readonly string[] = ['POST /api/orders', 'POST /api/balance/deposit'];
/** Public calls that reject an invalid token of their own with 401. */
export const tokenCalls: readonly string[] = ['POST /api/Accounts/refresh'];

type Example = { readonly body?: object; readonly answer?: unknown };

/** Of API v1. tests/api-v1-examples.test.ts sends each of them to a running shop, in this order. */
export const apiExamples: Readonly<Record<string, Example>> = {
  'POST /api/v1/quote': { body: examples['POST /api/orders/quote'] as object },
  'POST /api/v1/orders': { body: examples['POST /api/orders'] as object },
  'POST /api/v1/orders/:id/brief': {
    body: { pieces: [{ id: '0196c3a8-2b40-7abc-8def-0123456789ab', platform: null, answers: line.answers }] },
  },
  'POST /api/v1/orders/:id/cancel': { body: { refundTo: 'balance' } },
  'POST /api/v1/orders/:id/accept': { body: {} },
  'POST /api/v1/orders/:id/revise': { body: { note: 'The blue is a little too dark.' } },
  'POST /api/v1/webhooks': {
    body: { url: 'https://hooks.example.com/fanfare', events: ['order.paid', 'order.delivered'], snapshot: false },
  },
  'POST /api/v1/webhooks/:id/redeliver': { body: {} },
  'GET /api/v1/balance': { answer: { currency: 0, balance: 9900 } },
};
