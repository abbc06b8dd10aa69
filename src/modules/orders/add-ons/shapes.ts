// Shapes of the add-ons of a line and of an order.
import * as z from 'zod/mini';
import type { Words } from '#lib/locale.ts';
import { MAX_ADD_ONS } from '#modules/catalogue/add-ons/shapes.ts';

const ID_CHARS = 100;

/** `quantity`: of a counted one; 1 of the others, which may leave it out. */
const chosenAddOnShape = z.object({ id: z.string().check(z.maxLength(ID_CHARS)), quantity: z._default(z.int(), 1) });
export type ChosenAddOn = z.output<typeof chosenAddOnShape>;

/** One more than allowed is enough to refuse a list. */
export const chosenAddOnsShape = z.pipe(
  z.transform((list) => (Array.isArray(list) ? list.slice(0, MAX_ADD_ONS + 1) : list)),
  z.nullish(z.array(chosenAddOnShape).check(z.maxLength(MAX_ADD_ONS))),
);

/** As it was bought: charged `quantity` times, and named in the languages that the shop had then. */
export type OrderedAddOn = {
  readonly id: string;
  readonly name: Partial<Words>;
  readonly quantity: number;
  readonly unitPrice: number;
};

export const orderedAddOnShape = z.object({
  id: z.string(),
  /** In the language of the request. */
  name: z.string(),
  /** How often the order was charged for it. */
  quantity: z.int(),
  unitPrice: z.int(),
});
export type OrderedAddOnView = z.output<typeof orderedAddOnShape>;
