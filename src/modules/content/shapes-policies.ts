// A policy in one language, as it is stored.
import * as z from 'zod/mini';
import { isDay } from '#lib/time/days.ts';

const DESCRIPTION_CHARS = 155;

const braces = /[{}]/;
const filledShape = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));
const plain = filledShape.check(z.refine((text) => !braces.test(text), 'takes no placeholders'));

export const policyShape = z.strictObject({
  title: plain,
  description: plain.check(z.maxLength(DESCRIPTION_CHARS)),
  updated: z.string().check(z.refine(isDay, 'must be a day, such as 2026-11-21')),
  version: z.int().check(z.gte(1)),
  markdown: z.string(),
});
export type PolicyValue = z.output<typeof policyShape>;
