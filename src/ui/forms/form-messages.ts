// Translates form errors. The rules and their names are the server's.
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FieldFault } from './form-state.ts';

/** By rule, or by field and rule, as in `city:field.required`. */
export type RuleWords = Readonly<Record<string, MessageDescriptor>>;

export const fieldWords = {
  'field.required': msg`Fill in this field.`,
  'field.tooShort': msg({ message: 'Use at least {minimum} characters.' }),
  'field.tooLong': msg({ message: 'Use {maximum} characters or fewer.' }),
  'field.format': msg`This doesn’t look right. Check it.`,
  'field.invalid': msg`This value isn’t valid.`,
  'email.format': msg`Enter an email address, such as name@example.com.`,
} as const satisfies RuleWords;

export function sayWrong(i18n: I18n, words: RuleWords, wrong: FieldFault, name: string): string {
  if (typeof wrong === 'string') return wrong;
  const known: RuleWords = { ...fieldWords, ...words };
  const found = known[`${name}:${wrong.rule}`] ?? known[wrong.rule] ?? fieldWords['field.invalid'];
  const sentence: MessageDescriptor = { ...found, values: { ...wrong.numbers } };
  return i18n._(sentence);
}

/** The message is for this field alone. */
export const isOfField = (words: RuleWords, wrong: FieldFault, name: string): boolean =>
  typeof wrong !== 'string' && `${name}:${wrong.rule}` in words;

/** Messages that do not name their field: the common ones, and those about password length. */
export const isGeneral = (words: RuleWords, wrong: FieldFault, name: string): boolean =>
  typeof wrong !== 'string' && /^field\.|\.password/.test(wrong.rule) && !isOfField(words, wrong, name);
