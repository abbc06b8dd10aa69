// Shapes of add-ons: extras that a customer may order with an offer.
import * as z from 'zod/mini';

/** Once per line, for each of its units, or as often as the customer says. */
export const addOnCharges = ['once', 'perUnit', 'counted'] as const;
export type AddOnCharge = (typeof addOnCharges)[number];

/** Of a service, and of one line. */
export const MAX_ADD_ONS = 20;

export const addOnShape = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  unitPrice: z.int(),
  charged: z.enum(addOnCharges),
  /** The largest quantity of a line's `addOns`; 1 unless it is counted. */
  maxQuantity: z.int(),
});
export type AddOn = z.output<typeof addOnShape>;
