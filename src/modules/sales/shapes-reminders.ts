// The reminders of unpaid invoices in reminders.yaml.
import * as z from 'zod/mini';
import { ownerWordsShape } from '#lib/words/owner-words-shape.ts';

const MAX_REMINDERS = 10;
const MAX_DAYS = 365;

export const remindersShape = z.strictObject({
  send: z.boolean(),
  reminders: z
    .array(z.strictObject({ days: z.int().check(z.gte(1), z.lte(MAX_DAYS)), title: ownerWordsShape, text: ownerWordsShape }))
    .check(z.maxLength(MAX_REMINDERS)),
});
export type RemindersValue = z.output<typeof remindersShape>;
