// Errors of the questions of a brief: names, options, and conditions that cannot be met. Pure.
import type { ErrorValues } from '#lib/yaml/source.ts';
import type { FieldSource } from '../rules.ts';
import type { CatalogueError } from './errors.ts';
import type { SourceCommon, SourceService } from './shapes.ts';

type ReportQuestion = (path: readonly PropertyKey[], code: CatalogueError, values?: ErrorValues) => void;
type Condition = NonNullable<FieldSource['askedIf']>;

/** `common`: the questions that every brief has. */
export function reportQuestions(service: SourceService, common: SourceCommon['fields'], report: ReportQuestion): void {
  const all = [...common, ...service.fields];
  const names = all.map(({ name }) => name);
  service.fields.forEach((each, index) => {
    const error = findFieldError(each, names);
    if (error) report(['fields', index, 'name'], ...error);
  });
  reportConditions(service.fields, all, report);
  reportOmitted(service, common, report);
  if (service.fields.some(({ name, askedIf }) => askedIf && name === service.quantityFrom))
    report(['quantityFrom'], 'must-be-asked', { name: service.quantityFrom ?? '' });
}

type FieldError = readonly [code: CatalogueError, values?: ErrorValues];

function findFieldError({ name, kind, min, max, options }: FieldSource, names: readonly string[]): FieldError | undefined {
  if (names.filter((other) => other === name).length > 1) return ['asked-twice', { name }];
  if (min !== undefined && max !== undefined && min > max) return ['minimum-above-maximum', { maximum: 'max' }];
  const needsOptions = kind === 'choice' || kind === 'choices';
  if (needsOptions !== (options !== undefined)) return needsOptions ? ['options-missing'] : ['options-idle', { kind }];
  return undefined;
}

/** `all`: what the questions may refer to, with themselves. */
export function reportConditions(questions: readonly FieldSource[], all: readonly FieldSource[], report: ReportQuestion): void {
  const byName = new Map(all.map((field) => [field.name, field]));
  questions.forEach(({ name, askedIf }, index) => {
    if (!askedIf) return;
    const at = ['fields', index, 'askedIf'];
    const other = byName.get(askedIf.question);
    if (!other) report([...at, 'question'], 'question-unknown', { name: askedIf.question });
    else if (isCircular(name, byName)) report([...at, 'question'], 'question-circular');
    else reportCondition(askedIf, other, (path, ...error) => report([...at, ...path], ...error));
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
  if ([isOneOf, isAnswered, isAtLeast].filter((each) => each !== undefined).length !== 1) report([], 'condition-missing');
  else if (isAtLeast !== undefined && other.kind !== 'number') report([], 'no-number', { name: other.name });
  else if (isOneOf && !other.options) report([], 'no-choice', { name: other.name });
  else if (isOneOf?.length === 0) report(['isOneOf'], 'answers-empty');
  const unknown = isOneOf?.find((value) => other.options && !other.options.some((option) => option.value === value));
  if (unknown !== undefined) report(['isOneOf'], 'answer-unknown', { value: unknown, name: other.name });
}

/** An offer that leaves a common question out must leave out what depends on it. */
function reportOmitted({ fields, offers }: SourceService, common: SourceCommon['fields'], report: ReportQuestion): void {
  offers.forEach(({ id, asks }, at) => {
    if (!asks) return;
    const isOmitted = (name: string) => common.some((field) => field.name === name) && !asks.includes(name);
    fields.forEach(({ askedIf }, index) => {
      if (askedIf && isOmitted(askedIf.question))
        report(['fields', index, 'askedIf', 'question'], 'question-not-asked', { name: askedIf.question, offer: id });
    });
    for (const { name, askedIf } of common)
      if (askedIf && asks.includes(name) && isOmitted(askedIf.question))
        report(['offers', at, 'asks'], 'depends-on-omitted', { name, question: askedIf.question });
  });
}
