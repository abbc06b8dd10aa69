// Checks the answer times, hours and canned answers of support.yaml.
import { checkSource } from '#lib/yaml/check.ts';
import { createErrorBuilder, isSourceErrors, type Source, type SourceError } from '#lib/yaml/source.ts';
import { findHoursErrors, supportReasons, toWeek } from './hours/source.ts';
import type { SupportRules } from './rules.ts';
import { supportShape } from './shapes-support.ts';

const FILE = 'shop/support.yaml';

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
