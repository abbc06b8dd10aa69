// What a form says in the language of the page. The rules are the server's, by the same names and in the same words.
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Wrong } from './form-state.ts';

export type RuleWords = Readonly<Record<string, MessageDescriptor>>;

export const fieldWords = {
  'field.required': msg`This is required.`,
  'field.tooShort': msg({ message: 'Use at least {minimum} characters.' }),
  'field.tooLong': msg({ message: 'Use {maximum} characters or fewer.' }),
  'field.format': msg`This does not look right. Please check it.`,
  'field.invalid': msg`This value is not valid.`,
  'email.format': msg`Enter an e-mail address, such as name@example.com.`,
} as const satisfies RuleWords;

export function sayWrong(i18n: I18n, words: RuleWords, wrong: Wrong): string {
  if (typeof wrong === 'string') return wrong;
  return i18n._({ ...sentenceOf(words, wrong.rule), values: { ...wrong.numbers } });
}

/** The sentence says what is wrong, but not in which field. */
export function isGeneral(words: RuleWords, wrong: Wrong): boolean {
  if (typeof wrong === 'string') return false;
  const { id } = sentenceOf(words, wrong.rule);
  return Object.entries(fieldWords).some(([rule, sentence]) => rule.startsWith('field.') && sentence.id === id);
}

function sentenceOf(words: RuleWords, rule: string): MessageDescriptor {
  const known: RuleWords = { ...fieldWords, ...words };
  return known[rule] ?? fieldWords['field.invalid'];
}
