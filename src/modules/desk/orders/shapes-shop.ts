// Request and response shapes of coupons, catalogue and policies.
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { serviceStates } from '#modules/catalogue/shapes.ts';
import { deskCouponShape, newCouponShape } from '#modules/coupons/shapes-desk.ts';
import { whyShape } from '#modules/staff/shapes.ts';

export const couponsShape = z.object({
  coupons: z.array(
    z.object({
      ...deskCouponShape.shape,
      /** Held by unpaid purchases and deposits. */
      reserved: z.int(),
      /** Discounts and bonuses of paid purchases. */
      given: z.array(z.object({ currency: currencyShape, amount: z.int() })),
    }),
  ),
  services: z.array(z.object({ type: z.int(), name: z.string() })),
});
export type Coupons = z.output<typeof couponsShape>;
export const makeCouponShape = z.object({ ...newCouponShape.shape, why: whyShape });
export const endCouponShape = z.object({ id: z.uuid(), why: whyShape });

export const deskCatalogueShape = z.object({
  version: z.string(),
  services: z.array(
    z.object({
      type: z.int(),
      slug: z.string(),
      name: z.string(),
      kind: z.enum(['service', 'bundle']),
      state: z.enum(serviceStates),
      madeBy: z.enum(['person', 'automatic', 'mixed']),
      /** Empty if its file was removed. */
      file: z.string(),
      offers: z.array(
        z.object({
          id: z.string(),
          unit: z.string(),
          note: z.string(),
          minQuantity: z.int(),
          maxQuantity: z.int(),
          prices: z.array(z.object({ currency: currencyShape, amount: z.int() })),
          pieces: z.array(z.string()),
        }),
      ),
      fields: z.array(z.object({ name: z.string(), kind: z.string(), required: z.boolean(), label: z.string() })),
    }),
  ),
});
export type DeskCatalogue = z.output<typeof deskCatalogueShape>;

export const policiesShape = z.array(
  z.object({
    name: z.string(),
    texts: z.array(
      z.object({
        locale: z.string(),
        title: z.string(),
        version: z.int(),
        updated: z.string(),
        html: z.string(),
        file: z.string(),
      }),
    ),
  }),
);
