// The parts of a form as the server writes them: what a browser, a password manager and a reader aloud may rely on.
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { messages } from '../../../locales/further/en.po';
import { Checkbox, PasswordField, TextField } from './field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { TextArea } from './text-area.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: messages } });
const written = (part: ReactElement): string => renderToStaticMarkup(<I18nProvider i18n={i18n}>{part}</I18nProvider>);
const field = <T,>(value: T, wrong?: string) => ({ id: 'f-x', name: 'x', value, wrong, change: () => undefined });

describe('a text field', () => {
  const plain = written(<TextField of={field('Maya')} label="Name" hint="As it is written." autoComplete="given-name" />);
  test('has a label of its own', () => expect(plain).toContain('<label for="f-x">Name</label>'));
  test('is tied to its hint', () => expect(plain).toMatch(/id="f-x-hint">As it.*aria-describedby="f-x-hint"/));
  test('is required, and says nothing is wrong', () => expect(plain).toMatch(/^(?!.*aria-invalid).*required=""/));
  test('names what it is for', () => expect(plain).toContain('autoComplete="given-name"'));

  const wrong = written(<TextField of={field('', 'Please tell us your name.')} label="Name" hint="As it is written." />);
  test('that is wrong says so in words that are tied to it', () => {
    expect(wrong).toContain('aria-invalid="true"');
    expect(wrong).toContain('aria-describedby="f-x-hint f-x-wrong"');
    expect(wrong).toMatch(/id="f-x-wrong">Please tell us your name\.</);
  });

  test('that is optional says so in words', () => {
    expect(written(<TextField of={field('')} label="Company" optional />)).toMatch(/^(?!.*required).*\(optional\)/);
  });

  test('for an address is not spell-checked, and cuts nothing off', () => {
    expect(written(<TextField of={field('')} label="E-mail" type="email" autoComplete="email" />)).toMatch(
      /^(?!.*maxlength)(?=.*type="email")(?=.*spellCheck="false")/i,
    );
  });

  test('for a number is text with a keyboard of digits', () => {
    expect(written(<TextField of={field('')} label="Founded" inputMode="numeric" />)).toMatch(/type="text" inputMode="numeric"/);
  });
});

test('a text says how much fits, tied to it, without cutting anything off', () => {
  const area = written(<TextArea of={field('')} label="Message" rows={4} maxChars={5_000} />);
  expect(area).toContain('aria-describedby="f-x-meter"');
  expect(area).toMatch(/id="f-x-meter">Up to 5,000 characters</);
  expect(area).not.toMatch(/maxlength/i);
});

test('a consent is unticked until somebody ticks it', () => {
  expect(written(<Checkbox of={field(false)} label="I agree" />)).toMatch(/^(?!.*checked).*<label for="f-x">I agree<\/label>/);
  expect(written(<Checkbox of={field(true, 'Please agree.')} label="I agree" />)).toMatch(/aria-invalid="true".*checked=""/);
});

describe('a password', () => {
  const password = written(<PasswordField of={field('')} label="Password" autoComplete="new-password" />);
  test('can be filled by a password manager', () => expect(password).toMatch(/type="password".*autoComplete="new-password"/));
  test('has no button that only a script could answer', () => expect(password).not.toContain('<button'));
});

test('a button is never disabled, whatever goes on', () => {
  expect(
    written(
      <SubmitButton busy meanwhile="Sending…">
        Send
      </SubmitButton>,
    ),
  ).toMatch(/^(?!.* disabled).*aria-disabled="true".*Sending…/);
});
