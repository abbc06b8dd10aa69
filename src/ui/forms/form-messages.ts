// Translates form errors. The rules and their names are the server's.
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RuleError } from './form-validation.ts';

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

export function formatError(i18n: I18n, words: RuleWords, { rule, numbers }: RuleError, name: string): string {
  const known: RuleWords = { ...fieldWords, ...words };
  const found = known[`${name}:${rule}`] ?? known[rule] ?? fieldWords['field.invalid'];
  const sentence: MessageDescriptor = { ...found, values: { ...numbers } };
  return i18n._(sentence);
}

/** The message of the rule is for this field alone. */
export const isOfField = (words: RuleWords, rule: string, name: string): boolean => `${name}:${rule}` in words;

/** Messages that do not name their field: the common ones, and those about password length. */
export const isGeneral = (words: RuleWords, rule: string, name: string): boolean =>
  /^field\.|\.password/.test(rule) && !isOfField(words, rule, name);
