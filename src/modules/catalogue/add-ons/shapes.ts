// Shapes of add-ons: extras that a customer may order with an offer.
import * as z from 'zod/mini';
import { turnaroundUnits } from '#lib/time/turnaround.ts';

/** Once per line, for each of its units, as often as the customer says, or a percentage of its units. */
export const addOnCharges = ['once', 'perUnit', 'counted', 'percent'] as const;
export type AddOnCharge = (typeof addOnCharges)[number];

/** Of a service, and of one line. */
export const MAX_ADD_ONS = 20;

export const addOnShape = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** 0 of a percentage. */
  unitPrice: z.int(),
  /** Of what the units of the line cost, with the surcharge of their platform. */
  percent: z.optional(z.int()),
  charged: z.enum(addOnCharges),
  /** The largest quantity of a line's `addOns`; 1 unless it is counted. */
  maxQuantity: z.int(),
  /** It replaces the offer's; absent: the work takes as long as without it. */
  turnaround: z.optional(z.object({ amount: z.int(), unit: z.enum(turnaroundUnits) })),
});
export type AddOn = z.output<typeof addOnShape>;
