// npm run new: what each kind writes follows the rules of the repository, in a copy of it, and fails its own test until it is done.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftOf, type Kind } from '../scripts/new/kinds.ts';
import { readCode, readRepository } from './support/architecture/code.ts';
import { rules } from './support/architecture/rules.ts';
import { copyRepository, type RepositoryCopy } from './support/repository-copy.ts';

const root = join(import.meta.dirname, '..');

/** One after the other, because later ones join what earlier ones wrote. */
const made: readonly (readonly [Kind, string])[] = [
  ['module', 'planted-wishes'],
  ['call', 'planted-wishes/add'],
  ['call', 'withdrawals/planted-undo'],
  ['call', 'coupons/planted-redeem'],
  ['table', 'planted-wishes/planted-note'],
  ['table', 'coupons/planted-card'],
  ['page', 'planted-list'],
  ['service-kind', 'planted-haiku'],
];

let copy: RepositoryCopy;
const files = new Map<string, string>();
const paths = () => [...files.keys()];
const inCopy = (path: string) => copy.at(path);
const tool = (name: string, ...args: readonly string[]) =>
  spawnSync(join(root, 'node_modules/.bin', name), args, { cwd: copy.folder, encoding: 'utf8', shell: process.platform === 'win32' });

beforeAll(() => {
  // What the new files need: the code, and what tests use of it.
  copy = copyRepository(
    (path) =>
      /^(src\/|tests\/support\/|migrations\/|shop\/.*\.ts$|[^/]+\.json$|[^/]+\.md$|docs\/[\w-]+\.md$)/.test(path) &&
      !/\.test\.tsx?$/.test(path),
  );
  execFileSync('git', ['init', '--quiet'], { cwd: copy.folder });
  for (const [kind, name] of made) write(draftOf(kind, name, read).files);
  const formatted = tool('biome', 'check', '--write', ...paths());
  expect(formatted.stdout + formatted.stderr).toMatch(/No fixes applied|Fixed \d+ file/);
  for (const path of paths()) files.set(path, readFileSync(inCopy(path), 'utf8'));
});

afterAll(() => copy.drop());

const read = (path: string): string | undefined => (existsSync(inCopy(path)) ? readFileSync(inCopy(path), 'utf8') : undefined);

function write(drafted: ReadonlyMap<string, string>): void {
  for (const [path, text] of drafted) {
    files.set(path, text);
    copy.write(path, text);
  }
}

describe('what npm run new writes', () => {
  test('compiles', () => {
    writeFileSync(
      inCopy('tsconfig.new.json'),
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: { incremental: false },
        include: ['src', 'tests/**/planted*', 'tests/support/build.ts', 'tests/support/postgres.ts'],
      }),
    );
    const { stdout } = tool('tsc', '-p', 'tsconfig.new.json', '--singleThreaded');
    expect(stdout).toBe('');
  });

  test('is formatted and without lint', () => {
    const { status, stdout, stderr } = tool('biome', 'check', '--error-on-warnings', ...paths());
    expect(status, stdout + stderr).toBe(0);
  });

  test('follows the architecture rules', () => {
    const code = readCode(new Map([...readRepository(root).files, ...files]));
    // The list of the rule itself is read by the running code, not from the files.
    const known = /tables of an account|moduleOrder/;
    const found = Object.entries(rules).flatMap(([name, faultsOf]) => faultsOf(code).map((fault) => `${name}: ${fault}`));
    expect(found.filter((fault) => !known.test(fault))).toEqual([]);
  });

  test('joins the lists that the rules read', () => {
    expect(files.get('tests/support/architecture/layers.ts')).toMatch(/'support',\n {2}'planted-wishes',\n {2}'desk',/);
    for (const table of ['planted_wish', 'planted_note', 'planted_card'])
      expect(files.get('tests/support/architecture/account-tables.ts')).toContain(`${table}: { exported: true, erased: true },`);
  });

  test('has a test of each new part', () => {
    const tests = paths().filter((path) => path.endsWith('.test.ts'));
    expect(tests.toSorted()).toEqual([
      'src/modules/coupons/planted-cards.test.ts',
      'src/modules/coupons/planted-redeem.test.ts',
      'src/modules/planted-wishes/add.test.ts',
      'src/modules/planted-wishes/planted-notes.test.ts',
      'src/modules/planted-wishes/planted-wishes.test.ts',
      'src/modules/withdrawals/planted-undo.test.ts',
      'tests/journeys/planted-list.test.ts',
      'tests/planted-haiku-plugin.test.ts',
    ]);
  });
});

test.for<readonly [Kind, string, RegExp]>([
  ['module', 'coupons', /src\/modules\/coupons\/shapes\.ts exists already/],
  ['module', 'wish', /in the plural, such as wishes/],
  ['module', 'My Wishes', /"My Wishes" is no name/],
  ['call', 'redeem', /names no module: write MODULE\/NAME/],
  ['call', 'nothing/redeem', /There is no src\/modules\/nothing\/calls\.ts/],
  ['table', 'nothing/wish', /There is no module nothing/],
  ['service-kind', 'glossary', /glossary-plugin\/package\.json exists already/],
  ['page', 'faq', /src\/pages\.ts has the page faq already/],
])('npm run new -- %s %s: refused', ([kind, name, reason]) => {
  const repository = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined);
  expect(() => draftOf(kind, name, repository)).toThrow(reason);
});
