import { expect, test } from 'vitest';
import { createFormError, createTextError, createUnchangedError } from './rules.ts';

const errorAt = (line: number) => ({ file: 'shop/policies/terms.en.md', line, code: 'empty', values: {}, reason: 'is empty' });

test('errors of files: all on the form, and each on its field, ten at most', () => {
  const error = createTextError([
    { error: errorAt(1), field: 'en' },
    { error: errorAt(2), field: undefined },
    { error: errorAt(3), field: 'en' },
  ]);
  const values = (line: number) => ({ id: 'texts.error', values: { file: 'terms.en.md', line, reason: 'is empty' } });
  expect(error).toMatchObject({ status: 400, errors: { '': [values(1), values(2), values(3)], en: [values(1), values(3)] } });
  const many = createTextError(Array.from({ length: 12 }, (_, line) => ({ error: errorAt(line), field: undefined })));
  expect(many.errors['']).toHaveLength(10);
  expect(Object.keys(many.errors)).toEqual(['']);
  const nested = { error: { ...errorAt(4), file: 'my-shop/policies/terms.en.md' }, field: undefined };
  expect(createTextError([nested]).errors['']).toMatchObject([{ values: { file: 'my-shop/policies/terms.en.md' } }]);
});

test('errors of a form: at the field its sentence, on the form its place too, each once', () => {
  const { status, errors } = createFormError([
    { field: 'name', place: 'Name', sentence: 'Too long' },
    { field: 'name', place: 'Name', sentence: 'Too long' },
    { field: undefined, place: '', sentence: 'Broken' },
    { field: 'name', place: 'Name', sentence: 'Too odd' },
    { field: 'name', place: 'Name', sentence: 'Too long' },
  ]);
  const sentences = (key: string) => errors[key]?.map((each) => ('values' in each ? each.values?.sentence : undefined));
  expect([status, sentences(''), sentences('name')]).toEqual([400, ['Name: Too long', 'Broken', 'Name: Too odd'], ['Too long', 'Too odd']]);
  expect(errors['']?.[0]).toMatchObject({ id: 'texts.inForm' });
  expect(Object.keys(errors)).toEqual(['', 'name']);
  const many = Array.from({ length: 12 }, (_, index) => ({ field: undefined, place: '', sentence: String(index) }));
  expect(createFormError(many).errors['']).toHaveLength(10);
});

test('no change: says so', () => expect(createUnchangedError()).toMatchObject({ status: 400, errors: { '': [{ id: 'texts.same' }] } }));
