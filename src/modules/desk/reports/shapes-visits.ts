// What the browser of a visitor who has agreed to it tells: which of the pages on the way to an order was opened. Nothing says by whom.
import * as z from 'zod/mini';

const visitPages = ['home', 'services', 'service'] as const;
export const visitShape = z.object({ page: z.enum(visitPages) });
export type VisitPage = (typeof visitPages)[number];
