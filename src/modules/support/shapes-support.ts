// The answer times, hours and canned answers of support.yaml.
import * as z from 'zod/mini';
import { usualBusinessDays, weekdays } from '#lib/time/calendar.ts';
import { createLocalesShape, ownerWordsShape } from '#lib/words/owner-words-shape.ts';
import { allHours, createWeek, writeTimes } from './hours/rules.ts';
import { cannedUses, cannedValues, findUnknownPlaceholder } from './rules.ts';

const MAX_HOLIDAYS = 100;

const holidayShape = z.strictObject({ day: z.string(), until: z.optional(z.string()), name: ownerWordsShape });
const times = z._default(z.string(), '');
const timesByDay = createWeek(() => times);

/**
 * Keys of support.yaml. Without `hours`, support answers at all hours; a day that they leave out is closed.
 */
const hoursShapes = {
  promised: z._default(z.boolean(), false),
  hours: z._default(
    z.strictObject(timesByDay),
    createWeek(() => writeTimes(allHours)),
  ),
  /** The days on which work is done, whatever the hours of support. */
  businessDays: z._default(z.array(z.enum(weekdays)), [...usualBusinessDays]),
  holidays: z._default(z.array(holidayShape).check(z.maxLength(MAX_HOLIDAYS)), []),
};

const filledShape = z.string().check(z.trim(), z.minLength(1));
const cannedShape = z
  .strictObject({ id: filledShape, title: filledShape, for: z.optional(z.enum(cannedUses)), text: createLocalesShape(filledShape) })
  .check(({ value, issues }) => {
    const use = value.for ?? 'tickets';
    for (const [locale, text] of Object.entries(value.text))
      if (findUnknownPlaceholder(text, use) !== undefined) {
        const message = `may hold {${cannedValues[use].join('}, {')}} and nothing else in braces`;
        issues.push({ code: 'custom', path: ['text', locale], input: text, message });
      }
  });
export const supportShape = z.strictObject({
  firstAnswerHours: z.int().check(z.gte(1), z.lte(720)),
  ...hoursShapes,
  canned: z.array(cannedShape),
});
export type SupportValue = z.output<typeof supportShape>;
