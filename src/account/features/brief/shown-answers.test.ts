// Answers of a brief as lines to read.
import { expect, test } from 'vitest';
import type { CatalogueField } from '#modules/catalogue/shapes.ts';
import { describeAnswers } from './shown-answers.ts';

const field = (name: string, kind: CatalogueField['kind'], more: Partial<CatalogueField> = {}): CatalogueField => ({
  name,
  kind,
  required: false,
  label: name.toUpperCase(),
  help: '',
  ...more,
});
const said = { yes: 'Yes', no: 'No', files: (count: number) => `${count} files` };
const [one, two] = ['0199a0aa-0000-7000-8000-000000000001', '0199a0aa-0000-7000-8000-000000000002'];
const names = new Map([[one, 'brief.pdf']]);

test.for<[string, CatalogueField[], Parameters<typeof describeAnswers>[1], string[]]>([
  [
    'text, then yes or no',
    [field('tone', 'text'), field('agreed', 'yesNo')],
    { agreed: true, tone: 'warm' },
    ['TONE: warm', 'AGREED: Yes'],
  ],
  ['choice by its label', [field('size', 'choice', { options: [{ value: 's', label: 'Small' }] })], { size: 's' }, ['SIZE: Small']],
  ['no answer', [field('tone', 'text')], {}, []],
  ['removed question', [], { mood: 'calm' }, ['mood: calm']],
  ['files with known names', [field('files', 'file')], { files: [one] }, ['FILES: brief.pdf']],
  ['files, one without a known name', [field('files', 'file')], { files: [one, two] }, ['FILES: 2 files']],
  ['files of a removed question', [], { files: [one] }, ['files: brief.pdf']],
  ['names instead of ids, as in the cart', [field('files', 'file')], { files: ['menu.pdf'] }, ['FILES: menu.pdf']],
  ['no files', [field('files', 'file')], { files: [] }, []],
])('%s', ([, fields, answers, lines]) => {
  expect(describeAnswers(fields, answers, said, names).map(({ label, text }) => `${label}: ${text}`)).toEqual(lines);
});
