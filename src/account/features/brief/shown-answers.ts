// The answers of a brief as lines to read, in the order of the questions. Pure.
import type { CatalogueField } from '#modules/catalogue/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';

export type ShownAnswer = { readonly name: string; readonly label: string; readonly text: string };
/** Formatters of the language. */
type Said = { readonly yes: string; readonly no: string; readonly files: (count: number) => string };
/** The names of files by id. */
type FileNames = ReadonlyMap<string, string>;

/** The cart has names instead of ids. */
const isId = /^[\da-f]{8}-[\da-f-]{27}$/;

/**
 * Answers to removed questions are shown too, by field name: they are the customer's. Files without a known
 * name are counted.
 */
export function describeAnswers(
  fields: readonly CatalogueField[],
  answers: Answers,
  words: Said,
  fileNames: FileNames = new Map(),
): readonly ShownAnswer[] {
  const strange = Object.keys(answers).filter((name) => !fields.some((field) => field.name === name));
  const all = [...fields, ...strange.map((name) => ({ name, label: name, kind: undefined, options: undefined }))];
  return all.flatMap(({ name, label, kind, options = [] }) => {
    const answer = answers[name];
    const getLabel = (value: string) => options.find((option) => option.value === value)?.label ?? fileNames.get(value) ?? value;
    const isCounted =
      kind === 'file' && Array.isArray(answer) && answer.some((file) => isId.test(String(file)) && !fileNames.has(String(file)));
    const text = isCounted ? words.files(answer.length) : readText(answer, getLabel, words);
    return text === '' ? [] : [{ name, label, text }];
  });
}

function readText(answer: unknown, getLabel: (value: string) => string, words: Said): string {
  if (typeof answer === 'boolean') return answer ? words.yes : words.no;
  if (Array.isArray(answer)) return answer.map((item) => readText(item, getLabel, words)).join(', ');
  return typeof answer === 'string' || typeof answer === 'number' ? getLabel(String(answer)) : '';
}
