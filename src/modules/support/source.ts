// Checks the answer times, hours and canned answers of support.yaml.
import * as z from 'zod/mini';
import { inLocales } from '#lib/words/owner-words-shape.ts';
import { checkSource } from '#lib/yaml/check.ts';
import { createErrorBuilder, isSourceErrors, type Source, type SourceError } from '#lib/yaml/source.ts';
import { findHoursErrors, hoursShapes, supportReasons, toWeek } from './hours/source.ts';
import { cannedValues, type SupportRules, unknownIn } from './rules.ts';

const FILE = 'shop/support.yaml';

const filled = z.string().check(z.trim(), z.minLength(1));
const text = filled.check(
  z.refine((each) => unknownIn(each) === undefined, `may hold {${cannedValues.join('}, {')}} and nothing else in braces`),
);
const supportShape = z.strictObject({
  firstAnswerHours: z.int().check(z.gte(1), z.lte(720)),
  ...hoursShapes,
  canned: z.array(z.strictObject({ id: filled, title: filled, text: inLocales(text) })),
});

export function parseSupport(source: Source): SupportRules | readonly SourceError[] {
  const parsed = checkSource(source, supportShape);
  if (isSourceErrors(parsed)) return parsed;
  const { firstAnswerHours, promised, businessDays, holidays, canned } = parsed.value;
  const twice = canned.findIndex(({ id }, index) => canned.findIndex((each) => each.id === id) < index);
  const error = createErrorBuilder(supportReasons, FILE, parsed.findLine);
  const errors = [
    ...findHoursErrors(parsed.value).map(({ path, code, values }) => error(path, code, values)),
    ...(twice < 0 ? [] : [error(['canned', twice, 'id'], 'id-twice')]),
  ];
  if (errors.length === 0) return { firstAnswerHours, isPromised: promised, week: toWeek(parsed.value), businessDays, holidays, canned };
  return errors;
}
