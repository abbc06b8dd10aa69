// `npm start` runs the build in dist/server only while it is made from the files as they are.
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { isCurrent, listed } from '../scripts/bundle/current.cjs';
import { listInputs } from '../scripts/bundle/list-inputs.ts';
import { dataFolder } from './support/process.ts';

const folder = dataFolder();
afterAll(() => folder.drop());

const at = (path: string) => join(folder.path, path);

beforeEach(async () => {
  for (const path of ['src/lib', 'dist/server', 'dist/pages']) mkdirSync(at(path), { recursive: true });
  writeFileSync(at('src/lib/a.ts'), 'one');
  writeFileSync(at('package.json'), '{}');
  writeFileSync(at('dist/pages/build.json'), '{}');
  writeFileSync(at(listed), JSON.stringify({ pages: 'pages', inputs: await listInputs(folder.path, ['src/**/*', 'package.json']) }));
});

test('build of unchanged files: is current', () => {
  expect(isCurrent(folder.path)).toBe(true);
});

test.each<[string, () => void]>([
  ['a changed file', () => writeFileSync(at('src/lib/a.ts'), 'three')],
  ['a file with a later time', () => utimesSync(at('src/lib/a.ts'), new Date(), new Date(Date.now() + 60_000))],
  ['a file that is gone', () => rmSync(at('package.json'))],
  ['pages that are gone', () => rmSync(at('dist/pages/build.json'))],
  ['a list that cannot be read', () => writeFileSync(at(listed), '{')],
])('build, and %s: is not current', (_, change) => {
  change();
  expect(isCurrent(folder.path)).toBe(false);
});

test('build, and a file that is added: is not current', async () => {
  const before = new Date(Date.now() - 60_000);
  utimesSync(at('src/lib'), before, before);
  writeFileSync(at(listed), JSON.stringify({ pages: 'pages', inputs: await listInputs(folder.path, ['src/**/*']) }));
  expect(isCurrent(folder.path)).toBe(true);
  writeFileSync(at('src/lib/b.ts'), 'two');
  expect(isCurrent(folder.path)).toBe(false);
});
