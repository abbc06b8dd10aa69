// The browser checks forms with the rules and messages of the server, in each language.
import { setupI18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { type BuiltInLocale, builtInLocales } from '#lib/locale.ts';
import { PERSON_NAME_CHARS } from '#lib/people/person-name.ts';
import { ticketRequestShape } from '#modules/support/shapes.ts';
import { MESSAGE_MAX_CHARS } from '#modules/support/shapes-sizes.ts';
import { ticketWords } from '../i18n/support-messages.ts';
import { fieldWords, formatError, isGeneral } from './form-messages.ts';
import { validate } from './form-validation.ts';

const pages = {
  en: () => import('../../../locales/site/en.po'),
  es: () => import('../../../locales/site/es.po'),
  jp: () => import('../../../locales/site/jp.po'),
};
const server = {
  en: () => import('../../../locales/server/en.po'),
  es: () => import('../../../locales/server/es.po'),
  jp: () => import('../../../locales/server/jp.po'),
};
const loadI18n = async (locale: BuiltInLocale) => setupI18n({ locale, messages: { [locale]: (await pages[locale]()).messages } });

const good = { name: 'Maya', email: 'maya@example.com', message: 'How long does a story take?', website: '' };
const findErrors = async (values: object, locale: BuiltInLocale = 'en') => {
  const i18n = await loadI18n(locale);
  const errors = validate(ticketRequestShape, { ...good, ...values });
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, formatError(i18n, ticketWords, error, name)]));
};

describe('check of a ticket before it is sent', () => {
  test.each([
    [{}, {}],
    [{ name: '  ' }, { name: 'Enter your name.' }],
    [{ name: '　Maya　', email: ' maya@example.com ' }, {}],
    [{ name: 'x'.repeat(PERSON_NAME_CHARS + 1) }, { name: 'Use 100 characters or fewer.' }],
    [{ name: 'Pay at https://phish.example' }, { name: 'Enter a name without a web address.' }],
    [{ email: '' }, { email: 'Enter an email address, such as name@example.com.' }],
    [{ email: 'maya' }, { email: 'Enter an email address, such as name@example.com.' }],
    [{ email: `${'m'.repeat(64)}@${'x.'.repeat(120)}com` }, { email: 'Use 254 characters or fewer.' }],
    [{ message: '   short   ' }, { message: 'Tell us a little more: at least 10 characters.' }],
    [{ message: 'x'.repeat(MESSAGE_MAX_CHARS + 1) }, { message: 'Use 5000 characters or fewer.' }],
    [
      { name: '', email: '', message: '' },
      {
        name: 'Enter your name.',
        email: 'Enter an email address, such as name@example.com.',
        message: 'Tell us a little more: at least 10 characters.',
      },
    ],
  ])('%j', async (values, expected) => expect(await findErrors(values)).toEqual(expected));

  test('error: in the language of the page', async () => {
    expect(await findErrors({ name: '' }, 'es')).toEqual({ name: 'Escribe tu nombre.' });
    expect(await findErrors({ name: '' }, 'jp')).toEqual({ name: 'お名前を入力してください。' });
  });
});

test.each([
  ['field.required', true],
  ['account.passwordShort', true],
  ['account.passwordLong', true],
  ['account.firstName', false],
  ['email.format', false],
] as const)('message of %s: is general is %s', (rule, general) => {
  expect(isGeneral({}, rule, 'name')).toBe(general);
});

test('unknown rule: shows a general message', async () => {
  expect(formatError(await loadI18n('en'), {}, { rule: 'nobody.knows' }, 'name')).toBe('This value isn’t valid.');
});

describe.each(builtInLocales)('messages in %s', (locale) => {
  test.each(Object.entries({ ...fieldWords, ...ticketWords }))('%s: same message as the server', async (rule, { id }) => {
    const inBrowser = (await pages[locale]()).messages;
    const onServer = (await server[locale]()).messages;
    expect(inBrowser[id]).toBeDefined();
    expect(inBrowser[id]).toEqual(onServer[rule]);
  });
});
