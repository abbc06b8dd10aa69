// Shapes of wallet data in requests and responses.
import * as z from 'zod/mini';
import { toOneLine } from '#lib/markdown/plain-text.ts';
import { billingFields, priceShape } from '#lib/money/billing.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { codeShape } from '#modules/coupons/shapes-code.ts';
import { paymentOutcomeShape } from '#modules/payments/shapes.ts';
import { type TransferKind, transfers } from './rules.ts';

export const balanceRequestShape = z.object({ currency: currencyShape });
export const balanceShape = z.object({ currency: currencyShape, balance: z.int() });

const PIXELS_MAX = 100_000;
const pixels = z.int().check(z.gte(0), z.lte(PIXELS_MAX));
/** `Date.getTimezoneOffset` is never more than a day. */
const MINUTES_MAX = 1_440;

export const depositRequestShape = z.object({
  ...billingFields,
  currency: currencyShape,
  /** The amount that is charged. */
  price: priceShape,
  /** The amount that is added to the balance. */
  depositAmount: priceShape,
  couponCode: z.nullish(codeShape),
  // Browser data for 3-D Secure.
  javascriptEnabled: z.boolean(),
  acceptLanguage: z.string().check(z.overwrite(toOneLine), z.maxLength(1_000)),
  screenWidth: pixels,
  screenHeight: pixels,
  timeZone: z.int().check(z.gte(-MINUTES_MAX), z.lte(MINUTES_MAX)),
  userAgent: z.string().check(z.overwrite(toOneLine), z.maxLength(2_000)),
});
export type DepositRequest = z.output<typeof depositRequestShape>;

export const depositShape = z.object({ paymentLink: z.nullable(z.string()), depositId: z.string() });
export type Deposited = z.output<typeof depositShape>;

export const attemptRequestShape = z.object({ key: z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/)) });
export const attemptShape = z.object({ purchaseId: z.nullable(z.string()), depositId: z.nullable(z.string()) });
export type AttemptView = z.output<typeof attemptShape>;

const LINES_MOST = 200;
const LINES_USUAL = 50;

/** Query parameters: numbers arrive as text. */
export const statementRequestShape = z.object({
  currency: z.pipe(z.coerce.number(), currencyShape),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(LINES_MOST)), LINES_USUAL),
  before: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  /** Only credits, or only debits. */
  kind: z.optional(z.enum(['in', 'out'])),
});
export type StatementRequest = z.output<typeof statementRequestShape>;

export const statementShape = z.object({
  currency: currencyShape,
  balance: z.int(),
  /** Promotional credit within the balance: spent last, never paid out. */
  promo: z.int(),
  lines: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(Object.keys(transfers) as TransferKind[]),
      /** Negative for debits. */
      amount: z.int(),
      balanceAfter: z.int(),
      at: z.string(),
      subjectId: z.string(),
      /** The orders that were paid or refunded. */
      bought: z.array(z.object({ number: z.string(), name: z.string() })),
    }),
  ),
  more: z.boolean(),
});
export type Statement = z.output<typeof statementShape>;
export type StatementLine = Statement['lines'][number];

/** Balance and deposit limits of each currency. */
export const fundsShape = z.object({
  currencies: z.array(z.object({ currency: currencyShape, balance: z.int(), promo: z.int(), least: z.int(), most: z.int() })),
});
export type Funds = z.output<typeof fundsShape>;

export const depositStateRequestShape = z.object({ id: z.uuid() });
export const depositStateShape = z.object({
  id: z.string(),
  state: z.enum(['open', 'paid', 'expired']),
  currency: currencyShape,
  /** The amount that is charged, and the amount that is added to the balance. */
  price: z.int(),
  amount: z.int(),
  /** Null if it cannot be paid, or has no link yet. */
  paymentLink: z.nullable(z.string()),
  paymentOutcome: paymentOutcomeShape,
});
export type DepositView = z.output<typeof depositStateShape>;

export const movementRequestShape = z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) });
export const movementShape = z.object({
  kind: z.enum(Object.keys(transfers) as TransferKind[]),
  /** The deposit behind the transfer: the amount charged, and the total added to the balance. */
  deposit: z.nullable(z.object({ price: z.int(), amount: z.int() })),
  orders: z.array(z.object({ number: z.string(), serviceType: z.int(), price: z.int() })),
});
export type Movement = z.output<typeof movementShape>;
