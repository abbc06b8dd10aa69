// Reads the repository for the architecture rules: texts of files, and syntax trees and imports of modules.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'vite';

/** A node of the syntax tree, with the fields that the rules read. */
export type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown };

/** Type imports count as imports: they show what a file depends on. */
export type Import = { readonly name: string; readonly target: string | undefined; readonly line: number };

/** A module or a stylesheet. */
export type Importer = { readonly path: string; readonly imports: readonly Import[] };
export type Module = Importer & { readonly source: string; readonly program: Node };

export type Code = {
  readonly files: ReadonlyMap<string, string>;
  readonly modules: readonly Module[];
  /** The modules and the stylesheets. */
  readonly importers: readonly Importer[];
};

const isModule = (path: string): boolean => /\.(ts|tsx)$/.test(path) && !path.endsWith('.d.ts');
const isText = (path: string): boolean =>
  /\.(ts|tsx|cjs|mjs|js|json|md|ya?ml|css|sql|po|sh|html|txt|toml|conf)$|(^|\/)(\.ci\/run|Dockerfile|LICENSE)$/.test(path);

export function readCode(files: ReadonlyMap<string, string>): Code {
  const modules = [...files].filter(([path]) => isModule(path)).map(([path, source]) => readModule(path, source, files));
  const stylesheets = [...files].filter(([path]) => path.endsWith('.css')).map(([path, source]) => readStylesheet(path, source, files));
  return { files, modules, importers: [...modules, ...stylesheets] };
}

/** Tracked files and new files; ignored files are left out. */
export function readRepository(root: string): Code {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const paths = [...new Set(listed.split('\0'))].filter((path) => isText(path) && existsSync(join(root, path)));
  return readCode(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
}

function readModule(path: string, source: string, files: ReadonlyMap<string, string>): Module {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const tree = program as unknown as Node;
  const imports: Import[] = [];
  for (const node of walk(tree)) {
    const name = importedName(node);
    if (name === undefined) continue;
    imports.push({ name, target: resolveImport(path, name, files), line: lineAt(source, node.start) });
  }
  return { path, source, program: tree, imports };
}

const importing = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression', 'TSImportType']);

function importedName(node: Node): string | undefined {
  const source = node.source as (Node & { value?: unknown }) | null | undefined;
  return importing.has(node.type) && typeof source?.value === 'string' ? source.value : undefined;
}

/** `composes: a from '…'`, `@value a from '…'`, `@import '…'` and `@import url(…)`. */
const stylesheetImport = /\bfrom\s*["']([^"']+)["']|@import\s*(?:url\(\s*)?["']?([^"'\s;)]+)/g;

function readStylesheet(path: string, source: string, files: ReadonlyMap<string, string>): Importer {
  const uncommented = source.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  const imports = [...uncommented.matchAll(stylesheetImport)].map(({ 1: composed, 2: imported, index }) => {
    const name = composed ?? imported ?? '';
    return { name, target: resolveImport(path, name, files), line: lineAt(source, index) };
  });
  return { path, imports };
}

/** The path inside the repository; undefined for a package. A suffix like `?raw` is for the bundler. */
function resolveImport(from: string, name: string, files: ReadonlyMap<string, string>): string | undefined {
  if (!/^[.#]/.test(name)) return undefined;
  const [bare = ''] = name.split('?');
  const path = bare.startsWith('#') ? bare.replace('#', 'src/') : normalize(join(dirname(from), bare));
  return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((candidate) => files.has(candidate)) ?? path;
}

/** Depth first, with a stack: nested generators would pass each node up through all levels. */
export function* walk(start: Node): Generator<Node> {
  const stack = [start];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    stack.push(...Object.values(node).flat().filter(isNode).toReversed());
  }
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

export function lineAt(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) line++;
  return line;
}
