// Shape of the page views that a browser reports after consent. They identify no visitor.
import * as z from 'zod/mini';

const visitPages = ['home', 'services', 'service'] as const;
export const visitShape = z.object({ page: z.enum(visitPages) });
export type VisitPage = (typeof visitPages)[number];
