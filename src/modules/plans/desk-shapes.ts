// Shapes of plans at the desk.
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';

export const owedShape = z.object({
  plans: z.array(
    z.object({
      subscriptionId: z.string(),
      /** Null once the account is erased. */
      customer: z.nullable(z.object({ id: z.string(), name: z.string() })),
      /** In English. */
      name: z.string(),
      currency: currencyShape,
      /** Null: unlimited. */
      left: z.nullable(z.int()),
      open: z.int(),
      value: z.int(),
    }),
  ),
  totals: z.array(z.object({ currency: currencyShape, value: z.int() })),
});
