// What the documents list is what there is, and their links lead somewhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentShape } from '../src/infra/config-shape.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const MAX_README_LINES = 90;

/** Names in code style of the first column of every table. */
const firstColumn = (markdown: string): string[] =>
  markdown.split('\n').flatMap((line) => [...(/^\|([^|]*)\|/.exec(line)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

const documents = ['README.md', 'CONTRIBUTING.md', 'STYLE.md', 'SECURITY.md', ...markdownIn('docs'), ...markdownIn('docs/decisions')];

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}

/** Links to files of the repository that are not there. */
const deadLinks = (path: string, markdown: string): string[] =>
  [...markdown.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !existsSync(join(root, dirname(path), link)));

test('docs/configuration.md: lists every environment variable, and no other', () => {
  const listed = firstColumn(read('docs/configuration.md'));
  expect(listed.toSorted()).toEqual(Object.keys(environmentShape.def.shape).toSorted());
});

test('docs/commands.md: lists every npm script, and no other', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  const listed = firstColumn(read('docs/commands.md')).map((command) => /^npm (?:run )?([\w:]+)/.exec(command)?.[1]);
  expect([...new Set(listed)].toSorted()).toEqual(Object.keys(scripts).toSorted());
});

test('docs/decisions/README.md: lists every record', () => {
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\((\d{3}-[^)]+)\)/g)].map(([, file]) => file);
  const records = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d{3}-/.test(name));
  expect(listed.toSorted()).toEqual(records.toSorted());
});

test(`README.md: is at most ${MAX_README_LINES} lines long`, () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(MAX_README_LINES);
});

describe('links to files', () => {
  test.for(documents)('%s: every linked file exists', (path) => {
    expect(deadLinks(path, read(path))).toEqual([]);
  });

  test('a link to a missing file is found', () => {
    expect(deadLinks('docs/security.md', 'See [this](decisions/001-runtime.md) and [that](decisions/000-nothing.md).')).toEqual([
      'decisions/000-nothing.md',
    ]);
  });
});
