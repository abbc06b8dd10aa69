// What the summary says of a refused call, and of its fields.
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { messages } from '../../../locales/account/en.po';
import { type ApiError, NETWORK_ERROR, NoResponseError, toApiError } from '../api/api-error.ts';
import { ErrorSummary, type Summary, sortLines } from './error-summary.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: messages } });
const render = (error: ApiError, lines: Summary['lines'] = []) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <ErrorSummary summary={{ error, lines }} unanswered="It may have been ordered." />
    </I18nProvider>,
  );

describe('error of a call', () => {
  const problem = (more: object) => JSON.stringify({ type: 'about:blank', requestId: 'r-1', ...more });
  test.each([
    [toApiError(400, problem({ errors: { email: ['Taken.'] } })), /Validation failed/],
    [toApiError(400, problem({ errors: { '': ['Closed.'], email: ['Taken.'] } })), /<h2[^>]*>Closed\./],
    [toApiError(400, problem({ errors: {} })), /An error has occurred\./],
    [toApiError(400, '<html>'), /A server side error occurred\./],
    [toApiError(429, problem({}), '90'), /Too many requests\..*Try again in 2 minutes\./],
    [toApiError(429, problem({}), 'Sat, 21 Nov 2026 03:00:00 GMT'), /Too many requests\.(?!.*Try again in)/],
    [toApiError(500, problem({})), /An unexpected server error occurred\..*quote r-1/],
    [toApiError(502, '<html>'), /An unexpected server error occurred\.(?!.*quote)/],
    [toApiError(NETWORK_ERROR, ''), /We couldn’t reach the shop\..*What you typed is still here\.(?!.*ordered)/],
    [new NoResponseError(NETWORK_ERROR, 'No answer.'), /No answer\..*It may have been ordered\./],
  ])('%#', (error, text) => expect(render(error)).toMatch(text));
});

test('solved field: marked, and still in its place', () => {
  const line = { name: 'city', id: 'f-city', text: 'Enter your city.', solved: true };
  expect(render(toApiError(400, ''), [line])).toMatch(/<li data-solved=""><a href="#f-city">Enter your city\.<\/a>/);
});

test('lines: in the order of the form, those of a list at their field, unknown ones last', () => {
  const names = ['coupon', 'urls[1]', 'email', 'name'].map((name) => ({ name }));
  expect(sortLines(names, ['name', 'urls', 'email']).map(({ name }) => name)).toEqual(['name', 'urls[1]', 'email', 'coupon']);
});
