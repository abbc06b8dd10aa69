// The errors of a brief: by the names of its questions, as react-hook-form keeps them, and for the summary.
// Pure.
import { type FieldErrors, get, type Path, set } from 'react-hook-form';
import { type Summary, sortLines } from '#ui/forms/error-summary.tsx';
import { isOfField, type RuleWords } from '#ui/forms/form-messages.ts';
import type { Brief } from './brief.ts';

/** By field: its error and the lines concerned. */
export type QuestionErrors = { readonly message?: string; readonly lines: Readonly<Record<number, string>> };

/** `name`: of a question or a part of the line, with the index of a line, as in `urls[1]`. */
export type NamedError = { readonly name: string; readonly type: string; readonly message: string };

export const findField = (name: string): string => name.split('[', 1)[0] ?? name;
const isPart = (name: string): boolean => name === 'platform' || name === 'quantity';
/** Where a form keeps what is named so. */
export const findPath = (name: string): Path<Brief> => (isPart(name) ? (name as Path<Brief>) : `given.${name}`);

/** As react-hook-form keeps them: that of a list is beside those of its lines. */
export function nestErrors(errors: readonly NamedError[], brief: Brief): FieldErrors<Brief> {
  const nested: FieldErrors<Brief> = {};
  for (const { name, ...error } of errors) {
    const path = findPath(name);
    set(nested, Array.isArray(get(brief, path)) ? `${path}.root` : path, error);
  }
  return nested;
}

type NestedError = Partial<Omit<NamedError, 'name'>> & { readonly root?: NestedError };

export function listErrors({ given, ...parts }: FieldErrors<Brief>): readonly NamedError[] {
  const flattenError = (name: string, { type, message, root, ...lines }: NestedError): readonly NamedError[] => [
    ...(message === undefined ? [] : [{ name, type: type ?? '', message }]),
    ...(root ? flattenError(name, root) : []),
    ...Object.entries(lines).flatMap(([line, error]) =>
      /^\d+$/.test(line) && error ? flattenError(`${name}[${line}]`, error as NestedError) : [],
    ),
  ];
  const fields = Object.entries({ platform: parts.platform, quantity: parts.quantity, ...given });
  return fields.flatMap(([name, error]) => (error ? flattenError(name, error as NestedError) : []));
}

export function groupErrors(named: readonly NamedError[]): ReadonlyMap<string, QuestionErrors> {
  const errors = new Map<string, QuestionErrors>();
  for (const { name, message } of named) {
    const field = findField(name);
    const known = errors.get(field) ?? { lines: {} };
    const line = /\[(\d+)\]/.exec(name)?.[1];
    errors.set(field, line === undefined ? { ...known, message } : { ...known, lines: { ...known.lines, [Number(line)]: message } });
  }
  return errors;
}

type ShownBrief = {
  readonly words: RuleWords;
  /** Of the questions, in form order. */
  readonly labels: ReadonlyMap<string, string>;
  readonly hidden: ReadonlySet<string>;
  /** Those that are not solved yet. */
  readonly named: readonly NamedError[];
};

/** In form order, each message with its field label, unless it names its field. */
export function listLines(errors: readonly NamedError[], { words, labels, hidden, named }: ShownBrief): Summary['lines'] {
  return sortLines(errors, [...labels.keys()]).map(({ name, type, message }) => {
    const field = findField(name);
    return {
      name,
      id: labels.has(field) && !hidden.has(field) ? getFieldId(name) : undefined,
      text: isOfField(words, type, field) ? message : `${labels.get(field) ?? name}: ${message}`,
      solved: hidden.has(field) || !named.some((each) => each.name === name),
    };
  });
}

/** Id of a field or of a line of its list; the first line has the field's id. */
export function getFieldId(name: string): string {
  const [, field = name, line = '0'] = /^(\w+)\[(\d+)\]$/.exec(name) ?? [];
  return `brief-${field}${line === '0' ? '' : `-${line}`}`;
}
