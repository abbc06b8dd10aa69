import { describe, expect, test } from 'vitest';
import { apiErrorMessages, NETWORK_ERROR, toApiError } from '../api/api-error.ts';
import { draftOf, type FormEvent, type FormState, openForm, parseFormDraft, step, summaryFields, toFormError } from './form-state.ts';

const empty = { name: '', email: '', agreed: false };
type Contact = typeof empty;

const refused = { general: 'Validation failed', wrongs: { email: ['Not an address.'], name: ['Missing.'] } };
const after = (...events: FormEvent<Contact>[]): FormState<Contact> => events.reduce<FormState<Contact>>(step, openForm(empty));

describe('form state', () => {
  test.each<[string, FormEvent<Contact>[], Partial<FormState<Contact>>]>([
    ['new form: empty', [], { values: empty, wrongs: {}, error: undefined, phase: 'open', refusals: 0 }],
    ['typing: sets the value', [{ what: 'typed', name: 'name', value: 'Maya' }], { values: { ...empty, name: 'Maya' } }],
    ['submit: busy', [{ what: 'submitted' }], { phase: 'busy' }],
    ['refusal: open again', [{ what: 'submitted' }, { what: 'refused', error: refused }], { phase: 'open', refusals: 1 }],
    [
      'typing after a refusal: clears the error of this field only',
      [
        { what: 'refused', error: refused },
        { what: 'typed', name: 'email', value: 'm' },
      ],
      { wrongs: { name: ['Missing.'] }, error: refused },
    ],
    [
      'mended error: leaves the fields, and the summary names it as solved',
      [
        { what: 'refused', error: refused },
        { what: 'mended', isMended: (name) => name === 'email' },
      ],
      { wrongs: { name: ['Missing.'] }, error: refused },
    ],
    [
      'draft: its values are restored',
      [{ what: 'restored', values: { name: 'Maya', agreed: true } }],
      { values: { name: 'Maya', email: '', agreed: true } },
    ],
    [
      'refusal: typed values stay',
      [{ what: 'typed', name: 'name', value: 'Maya' }, { what: 'submitted' }, { what: 'refused', error: refused }],
      { values: { ...empty, name: 'Maya' } },
    ],
    [
      'success: no message and no errors',
      [{ what: 'refused', error: refused }, { what: 'submitted' }, { what: 'done' }],
      { phase: 'done', error: undefined, wrongs: {} },
    ],
    [
      'typing after success: open again',
      [{ what: 'submitted' }, { what: 'done' }, { what: 'typed', name: 'name', value: 'M' }],
      { phase: 'open', values: { ...empty, name: 'M' } },
    ],
    ['submit after success: busy again', [{ what: 'submitted' }, { what: 'done' }, { what: 'submitted' }], { phase: 'busy' }],
  ])('%s', (_, events, expected) => expect(after(...events)).toMatchObject(expected));

  test('empty draft: state is unchanged, so nothing is stored', () => {
    const opened = openForm(empty);
    expect(step(opened, { what: 'restored', values: {} })).toBe(opened);
  });
});

test('error summary: in the order of the form, unknown fields last', () => {
  const told = { general: '', wrongs: { coupon: ['Used up.'], email: ['Not an address.'], name: ['Missing.'] } };
  expect(summaryFields({ error: told, values: empty })).toEqual(['name', 'email', 'coupon']);
});

describe('API error as form errors', () => {
  const problem = (more: object) => JSON.stringify({ type: 'about:blank', requestId: 'r-1', ...more });
  test.each([
    [toApiError(400, problem({ errors: { email: ['Taken.'] } })), { general: apiErrorMessages.invalid, wrongs: { email: ['Taken.'] } }],
    [toApiError(400, problem({ errors: { '': ['Closed.'], email: ['Taken.'] } })), { general: 'Closed.', wrongs: { email: ['Taken.'] } }],
    [toApiError(400, problem({ errors: {} })), { general: apiErrorMessages.unexplained, wrongs: {} }],
    [toApiError(400, '<html>'), { general: apiErrorMessages.unparsed, wrongs: {} }],
    [toApiError(429, problem({}), '90'), { general: apiErrorMessages.tooMany, waitSeconds: 90 }],
    [toApiError(429, problem({}), 'Sat, 21 Nov 2026 03:00:00 GMT'), { general: apiErrorMessages.tooMany, waitSeconds: undefined }],
    [toApiError(500, problem({})), { general: apiErrorMessages.unexpected, requestId: 'r-1' }],
    [toApiError(502, '<html>'), { general: apiErrorMessages.unexpected, requestId: undefined }],
    [toApiError(NETWORK_ERROR, ''), { general: apiErrorMessages.unreached, lost: true }],
  ])('%#', (refusal, told) => expect(toFormError(refusal)).toMatchObject(told));
});

describe('form draft', () => {
  test.each([
    [empty, null],
    [{ ...empty, name: 'Maya' }, '{"name":"Maya"}'],
    [{ ...empty, agreed: true }, '{"agreed":true}'],
    [{ ...empty, password: 'secret' }, null],
  ])('values %j: stored as %s', (values, draft) => expect(draftOf(values, ['password'])).toBe(draft));

  test.each([
    [undefined, {}],
    ['', {}],
    ['nonsense', {}],
    ['null', {}],
    ['[1]', {}],
    ['{"name":"Maya","email":7,"more":"x"}', { name: 'Maya' }],
    ['{"__proto__":{"name":"x"},"constructor":"y"}', {}],
    ['{"agreed":true}', { agreed: true }],
    ['{"agreed":"true"}', {}],
  ])('stored text %s: read as %j', (text, values) => expect(parseFormDraft(text, empty, [])).toEqual(values));

  test('excluded field: not read even if it was stored', () => {
    expect(parseFormDraft('{"name":"Maya","email":"m@x.example"}', empty, ['email'])).toEqual({ name: 'Maya' });
  });
});
