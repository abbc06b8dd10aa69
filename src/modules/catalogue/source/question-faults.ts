// Faults of the questions of a brief: names, options, and conditions that cannot be met. Pure.
import type { FieldSource } from '../rules.ts';
import type { SourceCommon, SourceService } from './source.ts';

type ReportQuestion = (path: readonly PropertyKey[], reason: string) => void;
type Condition = NonNullable<FieldSource['askedIf']>;

/** `common`: the questions that every brief has. */
export function reportQuestions(service: SourceService, common: SourceCommon['fields'], report: ReportQuestion): void {
  const all = [...common, ...service.fields];
  const names = all.map(({ name }) => name);
  service.fields.forEach((each, index) => {
    const reason = fieldFault(each, names);
    if (reason) report(['fields', index, 'name'], reason);
  });
  reportConditions(service.fields, all, report);
  reportOmitted(service, common, report);
  if (service.fields.some(({ name, askedIf }) => askedIf && name === service.quantityFrom))
    report(['quantityFrom'], `"${service.quantityFrom}" must always be asked`);
}

function fieldFault({ name, kind, min, max, options }: FieldSource, names: readonly string[]): string | undefined {
  if (names.filter((other) => other === name).length > 1) return `"${name}" is asked twice`;
  if (min !== undefined && max !== undefined && min > max) return 'min is more than max';
  const needsOptions = kind === 'choice' || kind === 'choices';
  if (needsOptions !== (options !== undefined)) return needsOptions ? 'a choice needs options' : `${kind} takes no options`;
  return undefined;
}

/** `all`: what the questions may refer to, with themselves. */
export function reportConditions(questions: readonly FieldSource[], all: readonly FieldSource[], report: ReportQuestion): void {
  const byName = new Map(all.map((field) => [field.name, field]));
  questions.forEach(({ name, askedIf }, index) => {
    if (!askedIf) return;
    const at = ['fields', index, 'askedIf'];
    const other = byName.get(askedIf.question);
    if (!other) report([...at, 'question'], `"${askedIf.question}" is no question of this brief`);
    else if (isCircular(name, byName)) report([...at, 'question'], 'the question depends on itself');
    else reportCondition(askedIf, other, (path, reason) => report([...at, ...path], reason));
  });
}

function isCircular(name: string, byName: ReadonlyMap<string, FieldSource>): boolean {
  const seen = new Set<string>();
  for (let next: string | undefined = name; next !== undefined; next = byName.get(next)?.askedIf?.question) {
    if (seen.has(next)) return true;
    seen.add(next);
  }
  return false;
}

function reportCondition(condition: Condition, other: FieldSource, report: ReportQuestion): void {
  const { isOneOf, isAnswered, isAtLeast } = condition;
  if ([isOneOf, isAnswered, isAtLeast].filter((each) => each !== undefined).length !== 1)
    report([], 'needs one of isOneOf, isAnswered and isAtLeast');
  else if (isAtLeast !== undefined && other.kind !== 'number') report([], `"${other.name}" is no number`);
  else if (isOneOf && !other.options) report([], `"${other.name}" is no choice`);
  else if (isOneOf?.length === 0) report(['isOneOf'], 'needs an answer');
  const unknown = isOneOf?.find((value) => other.options && !other.options.some((option) => option.value === value));
  if (unknown !== undefined) report(['isOneOf'], `"${unknown}" is no option of "${other.name}"`);
}

/** An offer that leaves a common question out must leave out what depends on it. */
function reportOmitted({ fields, offers }: SourceService, common: SourceCommon['fields'], report: ReportQuestion): void {
  offers.forEach(({ id, asks }, at) => {
    if (!asks) return;
    const isOmitted = (name: string) => common.some((field) => field.name === name) && !asks.includes(name);
    fields.forEach(({ askedIf }, index) => {
      if (askedIf && isOmitted(askedIf.question))
        report(['fields', index, 'askedIf', 'question'], `"${askedIf.question}" is not asked by the offer ${id}`);
    });
    for (const { name, askedIf } of common)
      if (askedIf && asks.includes(name) && isOmitted(askedIf.question))
        report(['offers', at, 'asks'], `"${name}" depends on "${askedIf.question}", which is not in this list`);
  });
}
