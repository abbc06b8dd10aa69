// Styles follow the tokens and the direction of writing, and translations have the placeholders of their
// source; planted violations are found.
import { describe, expect, test } from 'vitest';
import { root } from '#platform/paths.ts';
import { type Code, readCode, readRepository } from './support/architecture/code.ts';
import { type Cases, textCases } from './support/texts/cases.ts';
import {
  findDirectionErrors,
  findDoubleTranslations,
  findStyleErrors,
  findTranslationErrors,
  findTypedTexts,
} from './support/texts/terms.ts';

const rules: Readonly<Record<keyof typeof textCases, (code: Code) => string[]>> = {
  'raw colours and lengths': findStyleErrors,
  'sides by their logical names': findDirectionErrors,
  'typed text in messages': findTypedTexts,
  'translation placeholders': findTranslationErrors,
  'one translation per id': findDoubleTranslations,
};
const code = readRepository(root);
const cases: Readonly<Record<string, Cases>> = textCases;

describe.each(Object.entries(rules))('%s', (name, rule) => {
  test('the repository has no violation', () => expect(rule(code)).toEqual([]));

  test.each(Object.entries(cases[name] ?? {}))('%s', (_, { files, error }) => {
    const errors = rule(readCode(new Map(Object.entries(files))));
    if (error) expect(errors.join('\n')).toMatch(error);
    else expect(errors).toEqual([]);
  });
});
