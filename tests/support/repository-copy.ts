// A copy of the repository, for tests that change its files.

import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hashInputs } from '#platform/hash-inputs.ts';
import { root } from '#platform/paths.ts';

export type RepositoryCopy = {
  readonly folder: string;
  at(path: string): string;
  write(path: string, text: string): void;
  drop(): void;
};

/** The files of git that are wanted, and the installed packages. */
export function copyRepository(isWanted: (path: string) => boolean): RepositoryCopy {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-copy-'));
  const at = (path: string): string => join(folder, path);
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const path of new Set(listed.split('\0'))) if (path && isWanted(path) && existsSync(join(root, path))) link(path);
  symlinkSync(join(root, 'node_modules'), at('node_modules'), 'junction');

  /** A link to the file is the cheapest copy; a changed file replaces it. */
  function link(path: string): void {
    mkdirSync(dirname(at(path)), { recursive: true });
    try {
      linkSync(join(root, path), at(path));
    } catch {
      writeFileSync(at(path), readFileSync(join(root, path)));
    }
  }

  function write(path: string, text: string): void {
    mkdirSync(dirname(at(path)), { recursive: true });
    rmSync(at(path), { force: true });
    writeFileSync(at(path), text);
  }

  write('.gitignore', 'node_modules\n');
  return {
    folder,
    at,
    write,
    drop: () => rmSync(folder, { recursive: true, force: true }),
  };
}

// The text of .env.example, from the tables of docs/configuration.md: every variable, commented out, with its
// default and what it is for.

const HEADER = `# Every environment variable, with its default. Copy this file to .env and remove the # of what you change: npm start, npm run dev and the other
# commands read it, and what is set in the environment comes first. Written from docs/configuration.md by npm test -- tests/docs.test -u.`;

const row = /^\| (`[A-Z].*?) \| (.*?) \| (.*) \|$/;
/** A default that can stand behind the equals sign; others are words. */
const isValue = (text: string): boolean => /^(\d[\d,]*|on|off|info|data|shop|development|fanfare)$/.test(text);

export function envExample(configuration: string): string {
  const lines = configuration.split('\n').flatMap((line): string[] => {
    const [, section] = /^## (.*)/.exec(line) ?? [];
    if (section !== undefined) return ['', `## ${section}`];
    const [, named, given = '', meaning = ''] = row.exec(line) ?? [];
    return named === undefined ? [] : ['', ...variables(named, plain(given), plain(meaning))];
  });
  return `${[HEADER, ...lines].join('\n')}\n`;
}

function variables(named: string, given: string, meaning: string): string[] {
  const names = [...named.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const defaults = given.split(', ');
  const each = defaults.length === names.length ? defaults : names.map(() => given);
  const isWords = !each.every(isValue) && given !== 'none';
  return [
    `# ${meaning}${isWords ? ` (default: ${given})` : ''}`,
    ...names.map((name, index) => `#${name}=${isValue(each[index] ?? '') ? each[index] : ''}`),
  ];
}

const plain = (markdown: string): string =>
  markdown
    // Where to read on.
    .replaceAll(/ \(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '');

// What the model is trained from. `npm run fanfare -- gate-train` writes the hash of these files beside the
// model, so that a check notices a change without training, which takes half a minute.

export const modelInputs: readonly string[] = [
  'shop/policy-gate.yaml',
  'plugins/policy-gate/corpus/corpus.ts',
  'plugins/policy-gate/corpus/{training,development}/*',
  'plugins/policy-gate/{fold,kinds,vocabulary}.ts',
  'plugins/policy-gate/{model,phrasings}/*.ts',
];

export const inputHashPath = join(root, 'plugins/policy-gate/model/gate-model.inputs');

export const hashModelInputs = (): Promise<string> => hashInputs(root, modelInputs);
