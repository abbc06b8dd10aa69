// Says in English when a question is asked, for the desk. Pure.
import type { FieldSource } from '../rules.ts';

type QuestionCondition = NonNullable<FieldSource['askedIf']>;
/** How it names questions and options. */
type ConditionNames = { readonly question: (name: string) => string; readonly option: (value: string) => string };

/** "Kind of document is Diploma or Another document". */
export function describeCondition({ question, isOneOf, isAnswered, isAtLeast }: QuestionCondition, named?: ConditionNames): string {
  const name = named?.question(question) ?? question;
  if (isOneOf) return `${name} is ${isOneOf.map((value) => named?.option(value) ?? value).join(' or ')}`;
  if (isAtLeast !== undefined) return `${name} is at least ${isAtLeast}`;
  return `${name} is ${isAnswered === false ? 'not ' : ''}answered`;
}

/** The conditional questions of a brief by their labels, each with its condition. */
export function listConditions(fields: readonly FieldSource[]): { readonly question: string; readonly onlyIf: string }[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const getLabel = (name: string) => byName.get(name)?.label.en ?? name;
  return fields.flatMap(({ name, askedIf }) => {
    if (!askedIf) return [];
    const options = byName.get(askedIf.question)?.options;
    const option = (value: string) => options?.find((each) => each.value === value)?.label.en ?? value;
    return [{ question: getLabel(name), onlyIf: describeCondition(askedIf, { question: getLabel, option }) }];
  });
}
