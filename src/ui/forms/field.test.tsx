// Server-rendered form fields: attributes for browsers, password managers and screen readers.
import { readFile } from 'node:fs/promises';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { messages } from '../../../locales/account/en.po';
import { Checkbox, PasswordField, TextField } from './field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { TextArea } from './text-area.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: messages } });
const rendered = (part: ReactElement): string => renderToStaticMarkup(<I18nProvider i18n={i18n}>{part}</I18nProvider>);
const field = <T,>(value: T, error?: string) => ({ id: 'f-x', name: 'x', value, error, change: () => undefined });

describe('text field', () => {
  const plain = rendered(<TextField field={field('Maya')} label="Name" hint="As it is written." autoComplete="given-name" />);
  test('label: tied to the field', () => expect(plain).toContain('<label for="f-x">Name</label>'));
  test('hint: describes the field', () => expect(plain).toMatch(/id="f-x-hint">As it.*aria-describedby="f-x-hint"/));
  test('valid field: required and without an error', () => expect(plain).toMatch(/^(?!.*aria-invalid).*required=""/));
  test('purpose: sets autocomplete', () => expect(plain).toContain('autoComplete="given-name"'));

  const html = rendered(<TextField field={field('', 'Please tell us your name.')} label="Name" hint="As it is written." />);
  test('invalid field: its error describes it', () => {
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('aria-describedby="f-x-hint f-x-error"');
    expect(html).toMatch(/id="f-x-error">Please tell us your name\.</);
  });

  test('optional field: says so in its label', () => {
    expect(rendered(<TextField field={field('')} label="Company" optional />)).toMatch(/^(?!.*required).*\(optional\)/);
  });

  test('email field: no spell check and no maximum length', () => {
    expect(rendered(<TextField field={field('')} label="Email" type="email" autoComplete="email" />)).toMatch(
      /^(?!.*maxlength)(?=.*type="email")(?=.*spellCheck="false")/i,
    );
  });

  test('number field: text with a numeric keyboard', () => {
    expect(rendered(<TextField field={field('')} label="Founded" inputMode="numeric" />)).toMatch(/type="text" inputMode="numeric"/);
  });
});

test('text area: describes its limit when it is near, and longer text is not cut off', () => {
  const area = (length: number) => rendered(<TextArea field={field('x'.repeat(length))} label="Message" rows={4} maxChars={5_000} />);
  expect(area(3_000)).not.toContain('f-x-meter');
  expect(area(4_900)).toContain('aria-describedby="f-x-meter"');
  expect(area(4_900)).toMatch(/id="f-x-meter">4,900 of 5,000 characters</);
  expect(area(4_900)).not.toMatch(/maxlength/i);
});

test('checkbox: unticked by default', () => {
  expect(rendered(<Checkbox field={field(false)} label="I agree" />)).toMatch(/^(?!.*checked).*<label for="f-x">I agree<\/label>/);
  expect(rendered(<Checkbox field={field(true, 'Please agree.')} label="I agree" />)).toMatch(/aria-invalid="true".*checked=""/);
});

describe('password field', () => {
  const password = rendered(<PasswordField field={field('')} label="Password" autoComplete="new-password" />);
  test('password manager: can fill it', () => expect(password).toMatch(/type="password".*autoComplete="new-password"/));
  test('without script: a style hides the button that shows the password', async () => {
    expect(password).toContain('<button type="button" class="show"');
    const styles = await readFile(new URL('./field.module.css', import.meta.url), 'utf8');
    expect(styles).toMatch(/@media \(scripting: none\) \{\s*\.show \{\s*display: none/);
  });
});

test('busy submit button: not disabled, only aria-disabled', () => {
  expect(rendered(<SubmitButton text="Send" busy meanwhile="Sending…" />)).toMatch(/^(?!.* disabled).*aria-disabled="true".*Sending…/);
});
