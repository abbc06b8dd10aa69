// The shape of a customer on the desk's pages.
import * as z from 'zod/mini';

export const personShape = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type DeskCustomer = z.output<typeof personShape>;
