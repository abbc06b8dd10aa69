// Names and examples for the generated API documentation.
import { addOnShape } from './modules/catalogue/add-ons/shapes.ts';
import { currencyShape, fieldShape, offerShape, platformTypeShape, pricesShape } from './modules/catalogue/shapes.ts';
import { passportShape, pieceWorkShape, readDeliveryShape } from './modules/fulfilment/shapes.ts';
import { orderedAddOnShape } from './modules/orders/add-ons/shapes.ts';
import { orderStatusNumbers, wholeOrderShape } from './modules/orders/pieces/shapes.ts';
import { deliverySummaryShape, lineShape, orderShape, placedShape, quoteShape } from './modules/orders/shapes.ts';
import { subscriptionShape } from './modules/subscriptions/shapes.ts';
import { statementShape } from './modules/wallet/shapes.ts';

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
  OrderWithPieces: wholeOrderShape,
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

/** Calls that create a payment and take an Idempotency-Key. */
export const onceCalls: readonly string[] = ['POST /api/orders', 'POST /api/balance/deposit'];
/** Public calls that reject an invalid token of their own with 401. */
export const tokenCalls: readonly string[] = ['POST /api/Accounts/refresh'];
