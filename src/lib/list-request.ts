// Parts of requests for a page of a list.
import * as z from 'zod/mini';
import { isDay, isZone } from './time/days.ts';

/** "2026-11-21" */
export const dayShape = z.string().check(z.refine(isDay));
/** "Europe/Oslo" */
export const zoneShape = z.string().check(z.maxLength(60), z.refine(isZone));

const PAGE = { usual: 50, most: 200 } as const;
export const pageFields = {
  before: z.optional(z.uuid()),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(PAGE.most)), PAGE.usual),
};
