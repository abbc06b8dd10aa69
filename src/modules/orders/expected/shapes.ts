// The expected date in responses about orders, pieces and queue entries.
import * as z from 'zod/mini';
import { expectedReasons } from './rules.ts';

/** The date and its reason; both null if nothing is expected. See rules.ts. */
export const expectedFields = { expectedAt: z.nullable(z.string()), expectedBecause: z.nullable(z.enum(expectedReasons)) };
