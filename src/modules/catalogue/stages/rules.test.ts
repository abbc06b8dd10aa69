import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSource } from '#lib/yaml/parse.ts';
import { formatSourceError, isSourceErrors } from '#lib/yaml/source.ts';
import { parseFiles } from '../source/files.ts';
import { findStage, mayMoveTo, nameStage } from './rules.ts';
import type { Stage } from './shapes.ts';

const stage = (id: string, more: Partial<Stage> = {}): Stage => ({
  id,
  name: { en: id, es: `${id} (es)`, jp: `${id} (jp)` },
  colour: 'grey',
  ...more,
});
const stages = [stage('edit'), stage('check', { isInternal: true }), stage('mix'), stage('listen', { isInternal: true })];

test.for([
  [null, 'edit', 'edit'],
  ['edit', 'edit', 'edit'],
  ['check', 'check', 'edit'],
  ['mix', 'mix', 'mix'],
  ['listen', 'listen', 'mix'],
  ['removed', 'edit', 'edit'],
] as const)('a piece in %s is in %s, and its customer sees %s', ([stored, id, shown]) => {
  expect(findStage(stages, stored)?.id).toBe(id);
  expect(nameStage(stages, stored, 'en')).toBe(shown);
  expect(nameStage(stages, stored, 'es')).toBe(`${shown} (es)`);
});

test('a first stage that is internal, or a service without stages: customers see no stage', () => {
  expect(nameStage([stage('triage', { isInternal: true }), stage('edit')], null, 'en')).toBeNull();
  expect(nameStage([], 'edit', 'en')).toBeNull();
  expect(findStage([], 'edit')).toBeUndefined();
});

test('without a list of roles, all that work on pieces may move them', () => {
  expect((['owner', 'manager', 'maker', 'support'] as const).map((role) => mayMoveTo({}, { role, ownRole: null }))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(mayMoveTo({ movedBy: ['manager'] }, { role: 'maker', ownRole: null })).toBe(false);
});

const folder = join(import.meta.dirname, '../../../../shop/catalogue');
const files = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);

/** The files of the shop with stages of one service. */
function findErrors(changed: string, stages: string): readonly string[] {
  const sources = files.map(([file, text]) => [file, readSource(file, file === changed ? `${text}\nstages:\n${stages}` : text)] as const);
  const read = parseFiles(new Map(sources), { services: [], platforms: [], currencies: ['EUR', 'USD', 'AUD', 'NOK'], priced: [] });
  return isSourceErrors(read) ? read.map(formatSourceError) : [];
}

test.for([
  ['brand-stories.yaml', '', 'stages.1.id: "edit" is used twice'],
  ['brand-stories.yaml', ', movedBy: [support]', 'movedBy.0: must be one of'],
  ['brand-stories.yaml', ', movedBy: []', 'movedBy: must be at least 1'],
  ['brand-stories.yaml', ', colour: "#123456"', 'colour'],
  ['brand-expansion-suite.yaml', '', 'is not for a bundle'],
] as const)('%s with stages%s is refused: %s', ([file, more, error]) => {
  const item = (id: string) =>
    `  - { id: ${id}, name: { en: A, es: B, jp: C }${more.includes('colour') ? '' : ', colour: grey'}${more} }\n`;
  expect(findErrors(file, item('edit') + item('edit')).join('\n')).toContain(error);
});

test('stages with different keys are taken', () =>
  expect(findErrors('brand-stories.yaml', '  - { id: edit, name: { en: A, es: B, jp: C }, colour: grey, movedBy: [owner] }')).toEqual([]));
