// What an order, a piece of it and a row of the queue say of when it is expected.
import * as z from 'zod/mini';
import { expectedReasons } from './rules.ts';

/** The one date, and why then; both null once nothing is expected. See expected.ts. */
export const expectedFields = { expectedAt: z.nullable(z.string()), expectedBecause: z.nullable(z.enum(expectedReasons)) };
