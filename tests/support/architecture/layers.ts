// Which layer may import which. Imports go one way; the tables below say which.
import type { Code, Import, Importer } from './code.ts';

/** In order: a module imports only modules before it, and only their public files. */
export const moduleOrder = [
  'texts',
  'mail',
  'accounts',
  'catalogue',
  'coupons',
  'files',
  'payments',
  'wallet',
  'orders',
  'subscriptions',
  'withdrawals',
  'invoicing',
  'fulfilment',
  'support',
  'desk',
] as const;
const LISTS = 'tests/support/architecture/layers.ts';
const publicFiles = ['actions.ts', 'rules.ts', 'shapes.ts'];
const pureFiles = ['rules.ts', 'shapes.ts'];
/** The tables of src gather the modules' calls. */
const tableFiles = ['shapes.ts', 'calls.ts'];

/** Plain data that anything may read. */
const tables = ['src/api.ts', 'src/api-docs.ts', 'src/pages.ts', 'src/jobs.ts', 'src/live-topics.ts', 'src/desk-api.ts'];

type Layer = 'lib' | 'infra' | 'table' | 'words' | 'module' | 'sandbox' | 'ui' | 'web' | 'desk' | 'deskApp' | 'server' | 'test' | 'tool';

/** What each layer may import. Imports between modules have a rule of their own, below. */
const allowedImports: Readonly<Record<Layer, readonly Layer[]>> = {
  lib: ['lib'],
  words: [],
  table: ['lib', 'module'],
  infra: ['lib', 'table', 'words', 'infra'],
  module: ['lib', 'table', 'infra', 'module'],
  sandbox: ['lib', 'table', 'infra', 'module', 'sandbox'],
  ui: ['lib', 'words', 'ui'],
  web: ['lib', 'table', 'words', 'module', 'ui', 'web'],
  desk: ['lib', 'table', 'infra', 'module', 'desk'],
  deskApp: ['lib', 'table', 'words', 'module', 'ui', 'deskApp'],
  server: ['lib', 'table', 'infra', 'module', 'sandbox', 'desk', 'server'],
  tool: ['lib', 'table', 'words', 'infra', 'module', 'sandbox', 'desk', 'server', 'test', 'tool'],
  test: ['lib', 'table', 'words', 'infra', 'module', 'sandbox', 'ui', 'web', 'desk', 'deskApp', 'server', 'test', 'tool'],
};

/** Which files of a module a layer may import. A layer that is not listed may import any of them. */
const filesFor: Readonly<Partial<Record<Layer, readonly string[]>>> = {
  table: tableFiles,
  web: pureFiles,
  desk: publicFiles,
  deskApp: pureFiles,
  sandbox: pureFiles,
};

function layerOf(path: string): Layer {
  if (/\.test\.tsx?$/.test(path) || path.startsWith('tests/')) return 'test';
  if (path.startsWith('locales/')) return 'words';
  if (!path.startsWith('src/')) return 'tool';
  if (tables.includes(path)) return 'table';
  if (path.startsWith('src/desk/') && !path.startsWith('src/desk/server/')) return 'deskApp';
  const [, folder = ''] = path.split('/');
  if (folder === 'modules') return 'module';
  return folder === 'lib' || folder === 'infra' || folder === 'sandbox' || folder === 'ui' || folder === 'web' || folder === 'desk'
    ? folder
    : 'server';
}

export function layerFaults({ importers }: Code): string[] {
  return importers.flatMap((importer) =>
    importer.imports.flatMap((each) => {
      const why = each.target === undefined ? undefined : forbids(importer.path, each.target);
      return why ? [`${at(importer, each)} imports ${each.target}: ${why}`] : [];
    }),
  );
}

function forbids(from: string, to: string): string | undefined {
  const here = layerOf(from);
  const there = layerOf(to);
  if (!allowedImports[here].includes(there))
    return `${here} may import ${allowedImports[here].join(', ')}, not ${there} (allowedImports of ${LISTS})`;
  if (here === 'deskApp' && there === 'deskApp' && deskLayerOf(to) > deskLayerOf(from))
    return `in the desk, imports go from ${deskLayers.toReversed().join(' to ')}`;
  if (there !== 'module') return undefined;
  return here === 'module' ? forbidsModule(from, to) : forbidsFile(filesFor[here], to);
}

/** Folders of the desk's app, the most general first. */
const deskLayers = ['shared', 'features', 'app'];
const deskLayerOf = (path: string): number => deskLayers.indexOf(path.split('/')[2] ?? '');

function forbidsModule(from: string, to: string): string | undefined {
  const here = moduleOf(from);
  const there = moduleOf(to);
  for (const each of [here, there]) if (!isModule(each)) return `there is no module ${each} in moduleOrder of ${LISTS}`;
  if (here === there) return undefined;
  if (orderOf(there) > orderOf(here))
    return `${there} comes after ${here} in moduleOrder of ${LISTS}; facts go up through src/event-handlers.ts`;
  return forbidsFile(publicFiles, to);
}

/** In the same layer and, among modules, in the same module. */
export const isSameLayer = (one: string, other: string): boolean =>
  layerOf(one) === layerOf(other) && (layerOf(one) !== 'module' || moduleOf(one) === moduleOf(other));

const moduleOf = (path: string): string => path.split('/')[2] ?? '';
const orderOf = (module: string): number => (moduleOrder as readonly string[]).indexOf(module);
const isModule = (name: string): boolean => orderOf(name) !== -1;

/** The rules, shapes and calls of a sub-folder are public like the module's own; `shapes-x.ts` counts as `shapes.ts`. */
function forbidsFile(allowed: readonly string[] | undefined, to: string): string | undefined {
  const [name = '', ...folders] = to.split('/').slice(3).reverse();
  const file = name.replace(/^shapes-[\w-]+\.ts$/, 'shapes.ts');
  const isPublic =
    folders.length < 2 && (folders.length === 0 || pureFiles.includes(file) || file === 'calls.ts') && (allowed ?? []).includes(file);
  return allowed && !isPublic ? `from here a module is imported through ${allowed.join(' or ')}` : undefined;
}

/** Each circle once, by the shortest path from its first file. */
export function circleFaults({ importers }: Code): string[] {
  const byPath = new Map(importers.map((importer) => [importer.path, importer]));
  const targetsOf = (path: string) => (byPath.get(path)?.imports ?? []).flatMap(({ target }) => target ?? []);
  const reported = new Set<string>();
  const faults: string[] = [];
  for (const path of leadingToCircles(importers)) {
    const circle = reported.has(path) ? undefined : shortestCircle(path, targetsOf);
    if (!circle) continue;
    for (const each of circle) reported.add(each);
    faults.push(`a circle: ${[...circle, path].join(' → ')}`);
  }
  return faults;
}

/** The files whose imports never end: without files that import nothing, then without those that import only such files, and so on. */
function leadingToCircles(importers: Code['importers']): string[] {
  const paths = new Set(importers.map(({ path }) => path));
  const open = new Map<string, number>();
  const users = new Map<string, string[]>();
  for (const { path, imports } of importers) {
    const targets = new Set(imports.flatMap(({ target }) => (target !== undefined && paths.has(target) ? target : [])));
    open.set(path, targets.size);
    for (const target of targets) users.set(target, [...(users.get(target) ?? []), path]);
  }
  const ended = [...paths].filter((path) => open.get(path) === 0);
  for (const path of ended)
    for (const user of users.get(path) ?? []) {
      const left = (open.get(user) ?? 0) - 1;
      open.set(user, left);
      if (left === 0) ended.push(user);
    }
  return [...paths.difference(new Set(ended))];
}

/** Breadth first, so the first path back to the start is a shortest one. */
export function shortestCircle(start: string, targetsOf: (node: string) => readonly string[]): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const target of targetsOf(node)) {
      if (target === start) return pathTo(node, start, cameFrom);
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, node);
      queue.push(target);
    }
  }
  return undefined;
}

function pathTo(last: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const path = [last];
  while (path[0] !== start) path.unshift(cameFrom.get(path[0] ?? '') ?? start);
  return path;
}

/** Imports of missing files, and imports without the file's ending, which Node needs. */
export function danglingFaults({ importers, files }: Code): string[] {
  return importers.flatMap((importer) =>
    importer.imports
      .filter(({ name, target }) => target !== undefined && (!files.has(target) || !/\.\w+(\?\w+)?$/.test(name)) && !isBuilt(target))
      .map((each) => `${at(importer, each)} imports ${each.name}, which names no file (imports have the file's ending)`),
  );
}

const isBuilt = (path: string): boolean => path.startsWith('dist/') || /\.(mjs|svg|png|woff2)$/.test(path);
const at = ({ path }: Importer, { line }: Import): string => `${path}:${line}`;
