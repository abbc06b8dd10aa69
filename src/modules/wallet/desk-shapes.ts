// Request and response shapes of the refund of a deposit.
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { whyShape } from '#modules/staff/shapes.ts';

const messages = {
  amount: /*i18n*/ { id: 'desk.amount', message: 'Enter an amount above zero.' },
} as const satisfies Record<string, Message>;

const backAmount = z.int().check(z.gte(1, withMessage(messages.amount)), z.lte(2_147_483_647));
/** Previews a deposit refund, by the payment that brought the deposit. */
export const depositBackRequestShape = z.object({ id: z.uuid(), amount: z.pipe(z.coerce.number(), backAmount) });
export const depositStandingShape = z.object({
  currency: currencyShape,
  price: z.int(),
  given: z.int(),
  cash: z.int(),
  most: z.int(),
  credit: z.int(),
});
/** `given` and `credit` are the values that the preview showed. */
export const depositBackShape = z.object({
  act: z.uuid(),
  id: z.uuid(),
  amount: backAmount,
  given: z.int().check(z.gte(0)),
  credit: z.int().check(z.gte(0)),
  why: whyShape,
});
