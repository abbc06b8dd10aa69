// Plants an error for every part of `npm run check` in a copy of the repository: a broken check looks like a
// passing one.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { patience } from './support/patience.ts';

const root = join(import.meta.dirname, '..');
/** Violations of the architecture are planted in architecture.test.ts. */
const parts = ['types', 'lint', 'promises', 'unused'] as const;

type Planted = { readonly part: (typeof parts)[number] | 'words'; readonly file: string; readonly text: string; readonly named: RegExp };

const errors: Readonly<Record<string, Planted>> = {
  'a wrong type': {
    part: 'types',
    file: 'src/lib/planted-type.ts',
    text: 'export const days: number = "two";\n',
    named: /planted-type\.ts\(1,14\): error TS2322/,
  },
  'an unchecked array index': {
    part: 'types',
    file: 'src/lib/planted-index.ts',
    text: 'const days: number[] = [];\nexport const first: number = days[0];\n',
    named: /planted-index\.ts\(2,14\): error TS2322/,
  },
  'an enum': {
    part: 'types',
    file: 'src/lib/planted-enum.ts',
    text: 'export enum Day {\n  Monday,\n}\n',
    named: /planted-enum\.ts\(1,13\): error TS1294/,
  },
  'a type of Node in the code of the browser': {
    part: 'types',
    file: 'src/ui/browser/planted-buffer.ts',
    text: "export const planted = Buffer.from('a');\n",
    named: /planted-buffer\.ts\(1,24\): error TS2591/,
  },
  'a type of the DOM in the code of the server': {
    part: 'types',
    file: 'src/platform/planted-document.ts',
    text: 'export const planted = document.title;\n',
    named: /planted-document\.ts\(1,24\): error TS2584/,
  },
  'an explicit any': {
    part: 'lint',
    file: 'src/lib/planted-any.ts',
    text: 'export const days = (given: any) => given;\n',
    named: /planted-any\.ts:1:29 lint\/suspicious\/noExplicitAny/,
  },
  'a test with .only': {
    part: 'lint',
    file: 'src/lib/planted-only.test.ts',
    text: "import { test } from 'vitest';\n\ntest.only('alone', () => undefined);\n",
    named: /planted-only\.test\.ts:3:6 lint\/suspicious\/noFocusedTests/,
  },
  'console.log': {
    part: 'lint',
    file: 'src/platform/planted-console.ts',
    text: "export const say = () => console.log('hello');\n",
    named: /planted-console\.ts:1:26 lint\/suspicious\/noConsole/,
  },
  'unformatted code': {
    part: 'lint',
    file: 'src/lib/planted-format.ts',
    text: 'export const a   = 1\n',
    named: /planted-format\.ts format/,
  },
  'an image without alternative text': {
    part: 'lint',
    file: 'src/ui/forms/planted-label.tsx',
    text: 'export const Planted = () => <img src="/a.png" />;\n',
    named: /planted-label\.tsx:1:30 lint\/a11y\/useAltText/,
  },
  'an effect that returns what it calls': {
    part: 'lint',
    file: 'src/ui/hooks/use-planted-effect.ts',
    text: "import { useEffect } from 'react';\n\nexport function usePlantedEffect() {\n  useEffect(() => scrollTo(0, 0), []);\n}\n",
    named: /use-planted-effect\.ts:4:19 plugin/,
  },
  'a ref callback that returns what it calls': {
    part: 'lint',
    file: 'src/ui/display/planted-ref.tsx',
    text: 'export const Planted = () => <p ref={(element) => element?.scrollIntoView()} />;\n',
    named: /planted-ref\.tsx:1:51 plugin/,
  },
  'a ref callback with a name that returns what it calls': {
    part: 'lint',
    file: 'src/ui/display/planted-callback.ts',
    text: "import type { RefCallback } from 'react';\n\nexport const planted: RefCallback<HTMLElement> = (element) => element?.scrollIntoView();\n",
    named: /planted-callback\.ts:3:63 plugin/,
  },
  'a ref that is written while rendering': {
    part: 'lint',
    file: 'src/ui/hooks/use-planted-ref.ts',
    text: "import { useRef } from 'react';\n\nexport function usePlantedRef(value: string) {\n  const latest = useRef(value);\n  latest.current = value;\n}\n",
    named: /react\(refs\)[\s\S]*use-planted-ref\.ts:5:9/,
  },
  'a hook after a condition': {
    part: 'lint',
    file: 'src/ui/hooks/use-planted-hook.ts',
    text: "import { useId } from 'react';\n\nexport function usePlantedHook(isOn: boolean) {\n  return isOn ? useId() : '';\n}\n",
    named: /rules-of-hooks[\s\S]*use-planted-hook\.ts:4:17/,
  },
  'state that is set while rendering': {
    part: 'lint',
    file: 'src/ui/hooks/use-planted-state.ts',
    text: "import { useState } from 'react';\n\nexport function usePlantedState() {\n  const [value, setValue] = useState(0);\n  setValue(1);\n  return value;\n}\n",
    named: /react\(set-state-in-render\)[\s\S]*use-planted-state\.ts:5:3/,
  },
  'a floating promise': {
    part: 'promises',
    file: 'src/platform/planted-promise.ts',
    text: 'const save = async () => 1;\nexport function planted() {\n  save();\n}\n',
    named: /no-floating-promises[\s\S]*planted-promise\.ts:3:3/,
  },
  'a promise as a condition': {
    part: 'promises',
    file: 'src/platform/planted-condition.ts',
    text: 'const isSaved = async () => false;\nexport const planted = () => (isSaved() ? 1 : 2);\n',
    named: /no-misused-promises[\s\S]*planted-condition\.ts:2:31/,
  },
  'an unused export': {
    part: 'unused',
    file: 'src/lib/money/money.ts',
    text: 'export const planted = 1;\n',
    named: /Unused exports[\s\S]*planted {2,}src\/lib\/money\/money\.ts/,
  },
  'an unused file': {
    part: 'unused',
    file: 'src/lib/planted-file.ts',
    text: 'export const planted = 1;\n',
    named: /Unused files[\s\S]*planted-file\.ts/,
  },
  'an undeclared package': {
    part: 'unused',
    file: 'tests/planted-package.test.ts',
    text: "import 'semver';\n",
    named: /Unlisted dependencies[\s\S]*semver +tests\/planted-package\.test\.ts/,
  },
  'an untranslated message of the pages': {
    part: 'words',
    file: 'src/account/planted-words.ts',
    text: "import { msg } from '@lingui/core/macro';\n\nexport const planted = msg`Nobody translated this`;\n",
    named: /catalogs are behind the code: .*locales\/account\/es\.po/,
  },
  'an untranslated message of the server': {
    part: 'words',
    file: 'src/platform/planted-words.ts',
    text: "export const planted = /*i18n*/ { id: 'planted.words', message: 'Nobody translated this' };\n",
    named: /catalogs are behind the code: .*locales\/server\/es\.po/,
  },
};

/** What no planted error needs. */
const unneeded = [
  'bench',
  'scripts/!(check.ts|clean-ups.grit|bundle|dependencies|release|tools)',
  'src/{audit,desk,sandbox,server,ui,web}',
  'src/modules/!(mail)',
  'tests/{faults,journeys,pictures}',
  'tests/!(planted*).test.ts',
  'tests/support/!(architecture)',
];

let copy = '';
const outputs = new Map<string, string>();
const statuses: (number | null)[] = [];

/** The sections of the parts that found errors. */
function keepOutput({ status, stdout }: { readonly status: number | null; readonly stdout: string }): void {
  statuses.push(status);
  // Some tools print colours on CI.
  for (const section of stripVTControlCharacters(stdout).split(/^--- /m).slice(1)) outputs.set(section.split(' ', 1)[0] ?? '', section);
}

// Some tools behave differently under a test runner.
const { NODE_ENV: _mode, VITEST: _runner, ...environment } = process.env;
const check = (...names: readonly string[]) =>
  spawnSync(process.execPath, [join(copy, 'scripts/check.ts'), ...names], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...environment, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`, NO_COLOR: '1' },
  });

const extract = () =>
  spawnSync(process.execPath, [join(copy, 'node_modules/@lingui/cli/dist/lingui.js'), 'extract'], { cwd: copy, env: environment });

beforeAll(() => {
  copy = copyOfRepository();
  // Fewer files are checked in a third of the time. Each error is looked for by the name of its file, which
  // others cannot have.
  for (const path of globSync(unneeded, { cwd: copy })) rmSync(join(copy, path), { recursive: true });
  // The catalogs of what is left.
  extract();
  for (const { file, text } of Object.values(errors)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    appendFileSync(join(copy, file), text);
  }
  keepOutput(check('words', ...parts));
}, patience(600_000));

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each(Object.entries(errors))('planted error is reported: %s', (_, { part, named }) => {
  expect(outputs.get(part)).toMatch(named);
});

test('exit code is 1 if a part finds an error', () => {
  expect(statuses).toEqual([1]);
});

test('extracted message without a translation is reported', () => {
  extract();
  const { status, stdout } = check('words');
  expect(status).toBe(1);
  expect(stdout).toMatch(/Missing \d+ translation/);
});

test('unknown part is refused by name', () => {
  const { status, stderr } = check('tpyes');
  expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no part tpyes') });
});

/** Tracked and new files, with a link to the installed packages. */
function copyOfRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-check-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const path of new Set(listed.split('\0').filter(Boolean))) cpSync(join(root, path), join(folder, path), { force: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n', { flag: 'a' });
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  return folder;
}
