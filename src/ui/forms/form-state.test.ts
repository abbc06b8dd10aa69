import { describe, expect, test } from 'vitest';
import { messages, refusedOf, UNREACHED } from '../api-error.ts';
import { draftOf, type FormEvent, type FormState, openForm, readDraft, step, toldNames, toldOf } from './form-state.ts';

const empty = { name: '', email: '', agreed: false };
type Contact = typeof empty;

const refused = { general: 'Validation failed', wrongs: { email: ['Not an address.'], name: ['Missing.'] } };
const after = (...events: FormEvent<Contact>[]): FormState<Contact> => events.reduce<FormState<Contact>>(step, openForm(empty));

describe('a form', () => {
  test.each<[string, FormEvent<Contact>[], Partial<FormState<Contact>>]>([
    ['opens empty', [], { values: empty, wrongs: {}, told: undefined, phase: 'open', refusals: 0 }],
    ['takes what is typed', [{ what: 'typed', name: 'name', value: 'Maya' }], { values: { ...empty, name: 'Maya' } }],
    ['is busy once submitted', [{ what: 'submitted' }], { phase: 'busy' }],
    ['is open again when refused', [{ what: 'submitted' }, { what: 'refused', told: refused }], { phase: 'open', refusals: 1 }],
    [
      'forgives the field that is typed in, and only that',
      [
        { what: 'refused', told: refused },
        { what: 'typed', name: 'email', value: 'm' },
      ],
      { wrongs: { name: ['Missing.'] }, told: refused },
    ],
    [
      'takes over what was kept',
      [{ what: 'restored', values: { name: 'Maya', agreed: true } }],
      { values: { name: 'Maya', email: '', agreed: true } },
    ],
    [
      'keeps what was typed when it is refused',
      [{ what: 'typed', name: 'name', value: 'Maya' }, { what: 'submitted' }, { what: 'refused', told: refused }],
      { values: { ...empty, name: 'Maya' } },
    ],
    [
      'has nothing to say once it is done',
      [{ what: 'refused', told: refused }, { what: 'submitted' }, { what: 'done' }],
      { phase: 'done', told: undefined, wrongs: {} },
    ],
    [
      'that stays is open again with the first letter',
      [{ what: 'submitted' }, { what: 'done' }, { what: 'typed', name: 'name', value: 'M' }],
      { phase: 'open', values: { ...empty, name: 'M' } },
    ],
    ['that stays can be sent once more', [{ what: 'submitted' }, { what: 'done' }, { what: 'submitted' }], { phase: 'busy' }],
  ])('%s', (_, events, expected) => expect(after(...events)).toMatchObject(expected));

  test('without a draft is as it was, so that nothing is kept that nobody typed', () => {
    const opened = openForm(empty);
    expect(step(opened, { what: 'restored', values: {} })).toBe(opened);
  });

  test('that was posted without script opens with what the server said', () => {
    expect(openForm(empty, refused)).toMatchObject({ wrongs: refused.wrongs, told: refused, refusals: 0 });
  });
});

test('the summary follows the form; what belongs to no field comes last', () => {
  const told = { general: '', wrongs: { coupon: ['Used up.'], email: ['Not an address.'], name: ['Missing.'] } };
  expect(toldNames({ told, values: empty })).toEqual(['name', 'email', 'coupon']);
});

describe('a refusal, as a form tells it', () => {
  const problem = (more: object) => JSON.stringify({ type: 'about:blank', requestId: 'r-1', ...more });
  test.each([
    [refusedOf(400, problem({ errors: { email: ['Taken.'] } })), { general: messages.invalid, wrongs: { email: ['Taken.'] } }],
    [refusedOf(400, problem({ errors: { '': ['Closed.'], email: ['Taken.'] } })), { general: 'Closed.', wrongs: { email: ['Taken.'] } }],
    [refusedOf(400, problem({ errors: {} })), { general: messages.unexplained, wrongs: {} }],
    [refusedOf(400, '<html>'), { general: messages.unparsed, wrongs: {} }],
    [refusedOf(429, problem({}), '90'), { general: messages.tooMany, waitSeconds: 90 }],
    [refusedOf(429, problem({}), 'Sat, 21 Nov 2026 03:00:00 GMT'), { general: messages.tooMany, waitSeconds: undefined }],
    [refusedOf(500, problem({})), { general: messages.unexpected, requestId: 'r-1' }],
    [refusedOf(502, '<html>'), { general: messages.unexpected, requestId: undefined }],
    [refusedOf(UNREACHED, ''), { general: messages.unreached, lost: true }],
  ])('%#', (refusal, told) => expect(toldOf(refusal)).toMatchObject(told));
});

describe('a draft', () => {
  test.each([
    [empty, null],
    [{ ...empty, name: 'Maya' }, '{"name":"Maya"}'],
    [{ ...empty, agreed: true }, '{"agreed":true}'],
    [{ ...empty, password: 'secret' }, null],
  ])('of %j is %s', (values, draft) => expect(draftOf(values, ['password'])).toBe(draft));

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
  ])('that reads %s is %j', (text, values) => expect(readDraft(text, empty, [])).toEqual(values));

  test('never holds what must not be kept, even where something put it there', () => {
    expect(readDraft('{"name":"Maya","email":"m@x.example"}', empty, ['email'])).toEqual({ name: 'Maya' });
  });
});
