// User errors for texts with errors. Pure.
import { type FieldMessages, type Message, UserError } from '#lib/user-error.ts';
import type { SourceError } from '#lib/yaml/source.ts';

const messages = {
  error: /*i18n*/ { id: 'texts.error', message: '{file}, line {line}: {reason}' },
  inForm: /*i18n*/ { id: 'texts.inForm', message: '{sentence}' },
  same: /*i18n*/ { id: 'texts.same', message: 'There are no changes yet.' },
} as const satisfies Record<string, Message>;

const MAX_ERRORS = 10;

export const createUnchangedError = (): UserError => new UserError(400, { '': [messages.same] });

/** Lists all errors on the form, and each on its field if it has one. */
export function createTextError(found: readonly { readonly error: SourceError; readonly field: string | undefined }[]): UserError {
  const errors: Record<string, FieldMessages[string]> = {};
  for (const { error, field } of found.slice(0, MAX_ERRORS)) {
    const { file, line, reason } = error;
    const message = { ...messages.error, values: { file: file.replace(/^shop\/\w+\//, ''), line, reason } };
    for (const key of field ? ['', field] : ['']) errors[key] = [...(errors[key] ?? []), message];
  }
  return new UserError(400, errors);
}

/** `field`: its path in the form; absent if the error is in another file. */
export type FormError = { readonly field: string | undefined; readonly place: string; readonly sentence: string };

export const withoutPath = (reason: string, path: string): string =>
  path && reason.startsWith(`${path}: `) ? reason.slice(path.length + 2) : reason;

/** Languages as the forms of the desk name them, which are in English. */
export const languageNames: Readonly<Record<string, string>> = { en: 'English', es: 'Spanish', jp: 'Japanese' };

/** "offers.1.prices.EUR" is in "Offer 2". `lists`: the name of an item by the name of its list. */
export const findPlaces = (lists: Readonly<Record<string, string>>, steps: readonly string[]): string[] =>
  steps.flatMap((step, index) => {
    const item = lists[steps[index - 1] ?? ''];
    return item && /^\d+$/.test(step) ? [`${item} ${Number(step) + 1}`] : [];
  });

/** "hours.0.from" is the field "text.hours[0].from" of a form. */
export const toFieldPath = (path: string): string => `text.${path}`.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');

/** Files end with a line break; forms do without. */
export const withLineEnd = <T extends { readonly markdown: string }>(value: T | undefined): T =>
  (typeof value?.markdown === 'string' ? { ...value, markdown: `${value.markdown}\n` } : { ...value }) as T;

/** "must not be empty": "Must not be empty." */
export const formatReason = (reason: string): string => `${reason.replace(/^./, (first) => first.toUpperCase())}.`;

/**
 * The same for a form: at the field its sentence, on the form the place too, because the field may be out of
 * sight.
 */
export function createFormError(found: readonly FormError[]): UserError {
  const errors: Record<string, FieldMessages[string]> = {};
  const add = (key: string, sentence: string) => {
    // Two errors of one value can have one sentence.
    if (errors[key]?.some((each) => 'values' in each && each.values?.sentence === sentence)) return;
    errors[key] = [...(errors[key] ?? []), { ...messages.inForm, values: { sentence } }];
  };
  for (const { field, place, sentence } of found.slice(0, MAX_ERRORS)) {
    add('', place ? `${place}: ${sentence}` : sentence);
    if (field) add(field, sentence);
  }
  return new UserError(400, errors);
}
