// The rules of tests/architecture.test.ts: which layer and folder may import which, no circles, SQL only in
// queries, and rules that only decide.
import type { Code, Import, Importer } from './code.ts';

/** In order: a module imports only modules before it, and none of their private files. */
export const moduleOrder = [
  'content',
  'mail',
  'accounts',
  'staff',
  'catalogue',
  'coupons',
  'files',
  'links',
  'keys',
  'payments',
  'connections',
  'wallet',
  'orders',
  'subscriptions',
  'plans',
  'withdrawals',
  'invoicing',
  'sales',
  'quotes',
  'fulfilment',
  'support',
  'notices',
  'events',
  'webhooks',
  'reports',
  'failures',
  'search',
  'clients',
  'moving',
  'settings',
  'automations',
  'api-v1',
  'api-v2',
  'agents',
] as const;
const LISTS = 'tests/support/architecture/layers.ts';
const publicFiles = ['actions.ts', 'rules.ts', 'shapes.ts', 'desk-shapes.ts'];
/** A module's tables are read by its queries, and its routes and jobs are run by the server alone. */
const privateFiles = /\/(?:desk-)?(?:tables|routes|calls|jobs)\.ts$/;
const pureFiles = ['rules.ts', 'shapes.ts', 'desk-shapes.ts'];
/** The tables of src gather the modules' calls. */
const tableFiles = ['shapes.ts', 'desk-shapes.ts', 'calls.ts', 'desk-calls.ts'];

/** Plain data that anything may read. */
const tables = ['src/api.ts', 'src/api-docs.ts', 'src/pages.ts', 'src/jobs.ts', 'src/live-topics.ts', 'src/limits.ts', 'src/desk-api.ts'];

/** What each layer may import. Imports between modules have a rule of their own, below. */
const allowedImports = {
  lib: ['lib'],
  words: [],
  table: ['lib', 'module'],
  platform: ['lib', 'table', 'platform'],
  module: ['lib', 'table', 'platform', 'module'],
  site: ['lib', 'table', 'platform', 'module', 'site'],
  sandbox: ['lib', 'table', 'platform', 'module', 'sandbox'],
  ui: ['lib', 'table', 'words', 'module', 'ui'],
  account: ['lib', 'table', 'words', 'module', 'ui', 'account'],
  documents: ['lib', 'table', 'words', 'module', 'ui', 'account', 'documents'],
  desk: ['lib', 'table', 'platform', 'module', 'site', 'desk'],
  deskApp: ['lib', 'table', 'words', 'module', 'ui', 'deskApp'],
  server: ['lib', 'table', 'platform', 'module', 'site', 'sandbox', 'desk', 'server'],
  /** Its own files and packages, of which one is the plugin API. */
  plugin: ['plugin'],
  tool: ['lib', 'table', 'words', 'platform', 'module', 'site', 'sandbox', 'desk', 'server', 'plugin', 'test', 'tool'],
  test: [
    'lib',
    'table',
    'words',
    'platform',
    'module',
    'site',
    'sandbox',
    'ui',
    'account',
    'documents',
    'desk',
    'deskApp',
    'server',
    'plugin',
    'test',
    'tool',
  ],
} satisfies Readonly<Record<string, readonly string[]>>;
type Layer = keyof typeof allowedImports;

/** Which files of a module a layer may import. A layer that is not listed may import any of them. */
const filesFor: Readonly<Partial<Record<Layer, readonly string[]>>> = {
  table: tableFiles,
  ui: pureFiles,
  account: pureFiles,
  documents: pureFiles,
  site: publicFiles,
  deskApp: pureFiles,
  sandbox: pureFiles,
};

function getLayer(path: string): Layer {
  if (/\.test\.tsx?$/.test(path) || path.startsWith('tests/')) return 'test';
  if (path.startsWith('locales/')) return 'words';
  if (path.startsWith('plugins/')) return 'plugin';
  if (!path.startsWith('src/')) return 'tool';
  if (tables.includes(path)) return 'table';
  if (path.startsWith('src/desk/') && !path.startsWith('src/desk/server/')) return 'deskApp';
  // Documents, their frame, and the script that makes them alive.
  if (/^src\/site\/(enhance|frame|page-data|pages|entry\.server)\b/.test(path)) return 'documents';
  const [, folder = ''] = path.split('/');
  if (folder === 'modules') return 'module';
  return folder in allowedImports ? (folder as Layer) : 'server';
}

export function findLayerErrors({ importers }: Code): string[] {
  return importers.flatMap((importer) =>
    importer.imports.flatMap((each) => {
      const why = each.target === undefined ? undefined : forbids(importer.path, each.target);
      return why ? [`${at(importer, each)} imports ${each.target}: ${why}`] : [];
    }),
  );
}

function forbids(from: string, to: string): string | undefined {
  const here = getLayer(from);
  const there = getLayer(to);
  const allowed: readonly string[] = allowedImports[here];
  if (!allowed.includes(there)) return `${here} may import ${allowed.join(', ')}, not ${there} (allowedImports of ${LISTS})`;
  if (here === 'deskApp' && there === 'deskApp' && getDeskLayer(to) > getDeskLayer(from))
    return `in the desk, imports go from ${deskLayers.toReversed().join(' to ')}`;
  if (here === 'plugin' && getPlugin(from) !== getPlugin(to)) return 'a plugin imports its own files, packages and fanfare/plugin';
  if (there !== 'module') return undefined;
  return here === 'module' ? forbidsModule(from, to) : forbidsFile(filesFor[here], to);
}

const getPlugin = (path: string): string => path.split('/')[1] ?? '';

/** Folders of the desk's app, the most general first. */
const deskLayers = ['shared', 'features', 'app'];
const getDeskLayer = (path: string): number => deskLayers.indexOf(path.split('/')[2] ?? '');

function forbidsModule(from: string, to: string): string | undefined {
  const here = getModule(from);
  const there = getModule(to);
  for (const each of [here, there]) if (getOrder(each) === -1) return `there is no module ${each} in moduleOrder of ${LISTS}`;
  if (here === there) return undefined;
  if (getOrder(there) > getOrder(here))
    return `${there} comes after ${here} in moduleOrder of ${LISTS}; facts go up through src/event-handlers.ts`;
  return privateFiles.test(to) ? 'tables, routes, calls and jobs belong to their own module' : undefined;
}

const getModule = (path: string): string => path.split('/')[2] ?? '';
const getOrder = (module: string): number => (moduleOrder as readonly string[]).indexOf(module);

/** Rules, shapes and calls of a sub-folder are public too; `shapes-x.ts` counts as `shapes.ts`. */
function forbidsFile(allowed: readonly string[] | undefined, to: string): string | undefined {
  const [name = '', ...folders] = to.split('/').slice(3).reverse();
  const file = name.replace(/^shapes-[\w-]+\.ts$/, 'shapes.ts');
  const isPublic =
    folders.length < 2 && (folders.length === 0 || [...pureFiles, ...tableFiles].includes(file)) && (allowed ?? []).includes(file);
  return allowed && !isPublic ? `from here a module is imported through ${allowed.join(' or ')}` : undefined;
}

/** Circles of files, of the sub-folders of a module, and of the features of an app. */
export function findCircleErrors({ importers }: Code): string[] {
  const files = importers.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])] as const);
  const folders = files.flatMap(([path, targets]) => {
    const from = isTest(path) ? undefined : findSubfolder(path);
    const to = targets
      .flatMap((target) => findSubfolder(target) ?? [])
      .filter((each) => each !== from && getParent(each) === getParent(from ?? ''));
    return from === undefined ? [] : [[from, to] as const];
  });
  return [...findCircles(files), ...findCircles(folders)].map((circle) => `a circle: ${circle.join(' → ')}`);
}

const findSubfolder = (path: string): string | undefined =>
  /^(?:src\/modules\/[\w-]+|src\/(?:web|desk)\/features)\/[\w-]+(?=\/)/.exec(path)?.[0];
const getParent = (folder: string): string => folder.replace(/\/[^/]+$/, '');

/** Depth first: an edge to a node of the current path closes a circle. */
function findCircles(edges: readonly (readonly [from: string, to: readonly string[]])[]): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const [from, to] of edges) targets.set(from, (targets.get(from) ?? new Set()).union(new Set(to)));
  const done = new Set<string>();
  const path: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): void => {
    if (path.includes(node)) circles.push([...path.slice(path.indexOf(node)), node]);
    if (done.has(node) || path.includes(node)) return;
    path.push(node);
    for (const target of targets.get(node) ?? []) visit(target);
    path.pop();
    done.add(node);
  };
  for (const node of targets.keys()) visit(node);
  return circles;
}

const isSql = (path: string): boolean => /\/(queries|desk-queries|tables)[\w-]*\.ts$/.test(path);

export const findSqlErrors = ({ importers }: Code): string[] =>
  importers
    .filter(({ path }) => path.startsWith('src/modules/') && !isTest(path) && !isSql(path))
    .flatMap((importer) =>
      importer.imports
        .filter(({ name }) => name.startsWith('drizzle-orm'))
        .map((each) => `${at(importer, each)} imports ${each.name}: SQL belongs in queries.ts`),
    );

/** The platform serves any module, so its SQL names none of their tables. */
export function findTableErrors({ modules }: Code): string[] {
  const sources = modules.filter(({ path }) => /^src\/modules\/.*\/tables/.test(path)).map(({ source }) => source);
  const names = [...sources.join().matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name]) => name);
  const statement = new RegExp(`\\b(?:from|join|into|update) (?:${names.join('|') || '$'})\\b`);
  return modules
    .filter(({ path, source }) => path.startsWith('src/platform/') && !isTest(path) && statement.test(source))
    .map(({ path, source }) => `${path} names a table of a module: ${statement.exec(source)?.[0]}`);
}

/** They use no clock, chance or platform, so that a table of cases tests them. */
const isPure = (path: string): boolean =>
  /^src\/(lib\/.*|api|pages|jobs)\.tsx?$|^src\/.*\/((desk-)?(calls|shapes)|rules|shapes-[\w-]+|statuses|billing-cycle)\.ts$/.test(path) &&
  !isTest(path);
const purePackages = ['zod/mini', 'yaml', 'marked', '@lingui/core', 'uqr'];
const impure = /\b(Date\.now|Math\.random|await|async|performance\.|process\.|fetch\(|setTimeout\(|localStorage\.)|\bDate\(\)/;
const withoutProse = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|`[^`]*`/g, (text) => text.replace(/[^\n]/g, ' '));

export function findPurityErrors({ modules }: Code): string[] {
  return modules
    .filter(({ path }) => isPure(path))
    .flatMap((module) => [
      ...module.imports
        .filter(({ name, target }) => (target === undefined ? !purePackages.includes(name) : !isPure(target)))
        .map((each) => `${at(module, each)} is pure and imports ${each.name}, which is not`),
      ...withoutProse(module.source)
        .split('\n')
        .flatMap((line, index) => {
          const [found] = impure.exec(line) ?? [];
          return found === undefined ? [] : [`${module.path}:${index + 1} is pure and uses ${found}`];
        }),
    ]);
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const at = ({ path }: Importer, { line }: Import): string => `${path}:${line}`;
