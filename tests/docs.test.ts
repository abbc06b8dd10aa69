// Documents list exactly what exists, and their links work.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentShape } from '#platform/config/config-shape.ts';
import { moduleOrder } from './support/architecture/layers.ts';
import { envExample } from './support/repository-copy.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const MAX_README_LINES = 90;

/** Names in code style of the first column of every table. */
const firstColumn = (markdown: string): string[] =>
  markdown.split('\n').flatMap((line) => [...(/^\|([^|]*)\|/.exec(line)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  '.github/SECURITY.md',
  'CHANGELOG.md',
  '.github/CODE_OF_CONDUCT.md',
  'examples/shops/README.md',
  ...markdownIn('docs'),
  ...markdownIn('docs/decisions'),
];

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

test('.env.example: has the variables of docs/configuration.md (-u writes it)', async () => {
  await expect(envExample(read('docs/configuration.md'))).toMatchFileSnapshot(join(root, '.env.example'));
});

test('docs/commands.md: lists every npm script, and no other', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  const listed = firstColumn(read('docs/commands.md')).map((command) => /^npm (?:run )?([\w:-]+)/.exec(command)?.[1]);
  // npm runs it before `npm start`.
  const typed = Object.keys(scripts).filter((name) => name !== 'prestart');
  expect([...new Set(listed)].toSorted()).toEqual(typed.toSorted());
});

const records = readdirSync(join(root, 'docs/decisions'))
  .filter((name) => /^\d{3}-/.test(name))
  .toSorted();
const MAX_RECORDS = 40;
const MAX_RECORD_WORDS = 250;
const recordHeadings = ['Choice.', 'Because.', 'Instead of.', 'Costs.', 'Look again when'];

/**
 * Records are read before a change, so all of them are short and say the same five things in the same order.
 */
function recordErrors(markdown: string): string[] {
  const headings = [...markdown.matchAll(/^\*\*(.+?)\*\*/gm)].map(([, heading]) => heading);
  const words = markdown.split(/\s+/).filter((word) => word !== '').length;
  return [
    ...(headings.join(' ') === recordHeadings.join(' ') ? [] : [`headings are ${headings.join(' ') || 'missing'}`]),
    ...(words > MAX_RECORD_WORDS ? [`${words} words`] : []),
  ];
}

describe('docs/decisions', () => {
  test('README.md: lists every record by its title', () => {
    const listed = [...read('docs/decisions/README.md').matchAll(/^- \[([^\]]+)\]\((\d{3}-[^)]+)\)/gm)].map(([, title, file]) => ({
      title,
      file,
    }));
    const titled = records.map((file) => ({ title: /^# (.*)/.exec(read(`docs/decisions/${file}`))?.[1], file }));
    expect(listed.toSorted((a, b) => (String(a.file) < String(b.file) ? -1 : 1))).toEqual(titled);
  });

  test(`there are at most ${MAX_RECORDS} records`, () => {
    expect(records.length).toBeLessThanOrEqual(MAX_RECORDS);
  });

  test.for(records)(`%s: has the five headings and at most ${MAX_RECORD_WORDS} words`, (file) => {
    expect(recordErrors(read(`docs/decisions/${file}`))).toEqual([]);
  });

  test('a record without a heading, with a further one, or with too many words is found', () => {
    const record = recordHeadings.map((heading) => `**${heading}** Words.`);
    expect(recordErrors(record.join('\n\n'))).toEqual([]);
    expect(recordErrors(record.slice(0, 4).join('\n\n'))).toEqual(['headings are Choice. Because. Instead of. Costs.']);
    expect(recordErrors([...record, '**Measured.** Much.'].join('\n\n'))).toHaveLength(1);
    expect(recordErrors(record.toReversed().join('\n\n'))).toHaveLength(1);
    expect(recordErrors(`${record.join('\n\n')}${' word'.repeat(MAX_RECORD_WORDS)}`)).toEqual(['263 words']);
  });
});

/** Files and titles of docs/browser.md that do not exist. */
function findMissingInBrowser(markdown: string): string[] {
  const isThere = (path: string) => existsSync(join(root, path));
  const today = parseRows(markdown).flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = '']) => (name.startsWith('src/') ? name : `src/account/${name}`)),
  );
  const tests = parseRows(markdown).flatMap(([, , , cell = '']) =>
    [...cell.matchAll(/`([\w/-]+)`((?:,? ?"[^"]+")+)/g)].flatMap(([, name = '', titles = '']) => {
      const file = name.includes('/') ? name : `tests/journeys/${name}`;
      const path = ['.test.ts', '.test.tsx'].map((ending) => file + ending).find(isThere);
      const source = path ? read(path) : '';
      return [...titles.matchAll(/"([^"]+)"/g)].flatMap(([, title = '']) => (source.includes(title) ? [] : [`${file}: ${title}`]));
    }),
  );
  return [...today.filter((path) => !isThere(path)), ...tests];
}

const parseRows = (markdown: string): string[][] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2).split(' | '));

test('docs/browser.md: its files and the titles of its tests exist', () => {
  const markdown = read('docs/browser.md');
  expect(parseRows(markdown).filter((row) => row.length !== 4)).toEqual([]);
  expect(parseRows(markdown).length).toBeGreaterThan(70);
  expect(findMissingInBrowser(markdown)).toEqual([]);
});

test('docs/browser.md: a missing file and a missing title are found', () => {
  const row = '| a | `app/none.ts`, `src/pages.ts` | b | `accounts` "account: registered", "no such"; `nowhere` "x" |';
  expect(findMissingInBrowser(row)).toEqual(['src/account/app/none.ts', 'tests/journeys/accounts: no such', 'tests/journeys/nowhere: x']);
});

test.for(['CONTRIBUTING.md', 'docs/architecture.md'])('%s: lists the modules in their order', (path) => {
  expect(read(path).replaceAll(/\s+/g, ' ')).toContain(`order: ${moduleOrder.join(', ')}.`);
});

test(`README.md: is at most ${MAX_README_LINES} lines long`, () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(MAX_README_LINES);
});

/** How many requirements of levels 1 and 2 each section of OWASP ASVS 5.0.0 has; they are numbered from 1. */
const asvs: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};

/** The first cell of a row lists requirements: "3.3.1, 4.2.1–4.2.3". */
const requirementsIn = (markdown: string): string[] =>
  markdown.split('\n').flatMap((line) => {
    const [, listed = ''] = /^\| ([\d.–, ]+)[^|]*\| (?:pass|reason|n\/a|open) \|/.exec(line) ?? [];
    return [...listed.matchAll(/(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?/g)].flatMap(([, section, first, last = first]) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${section}.${Number(first) + index}`),
    );
  });

test('docs/security.md: gives each requirement of OWASP ASVS 5.0, levels 1 and 2, one result', () => {
  const all = Object.entries(asvs).flatMap(([section, count]) => Array.from({ length: count }, (_, index) => `${section}.${index + 1}`));
  expect(all).toHaveLength(253);
  expect(requirementsIn(read('docs/security.md')).toSorted()).toEqual(all.toSorted());
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

const MAX_COMMENT_WIDTH = 110;
const commentLine = /^\s*(?:\/\/|\/\*\*?|\*) (?!biome-ignore)/;
const findWideComments = (source: string): string[] =>
  source.split('\n').filter((line) => line.length > MAX_COMMENT_WIDTH && commentLine.test(line));

test('comments: no line of one is too wide', () => {
  const files = globSync('{src,scripts,bench,ops,tests}/**/*.{ts,tsx,cjs,css}', { cwd: root, exclude: ['**/node_modules'] });
  expect(files.length).toBeGreaterThan(1_500);
  expect(files.flatMap((path) => findWideComments(read(path)).map((line) => `${path}: ${line}`))).toEqual([]);
});

test('planted comments that are too wide: found', () => {
  const wide = 'word '.repeat(25);
  expect(findWideComments([`// ${wide}`, `  /** ${wide} */`, ` * ${wide}`].join('\n'))).toHaveLength(3);
  expect(findWideComments([`const text = '// ${wide}';`, `// biome-ignore lint/a/b: ${wide}`, '// short'].join('\n'))).toEqual([]);
});
