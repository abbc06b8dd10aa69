import { describe, expect, test } from 'vitest';
import { formatDraft, parseDraft } from './form-draft.ts';

const empty = { name: '', email: '', agreed: false };

describe('form draft', () => {
  test.each([
    [empty, null],
    [{ ...empty, name: 'Maya' }, '{"name":"Maya"}'],
    [{ ...empty, agreed: true }, '{"agreed":true}'],
    [{ ...empty, password: 'secret' }, null],
    [{ ...empty, name: 'Maya', password: 'secret' }, '{"name":"Maya"}'],
  ])('values %j: stored as %s', (values, draft) => expect(formatDraft(values, empty, ['password'])).toBe(draft));

  test('value that was removed: stays removed', () => {
    expect(formatDraft({ ...empty, name: '' }, { ...empty, name: 'Maya' }, [])).toBe('{"name":""}');
  });

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
  ])('stored text %s: read as %j', (text, values) => expect(parseDraft(text, empty, [])).toEqual(values));

  test('excluded field: not read even if it was stored', () => {
    expect(parseDraft('{"name":"Maya","email":"m@x.example"}', empty, ['email'])).toEqual({ name: 'Maya' });
  });
});
