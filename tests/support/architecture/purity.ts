// Pure files use no clock, no randomness, no await and no platform API, so they behave the same on the server, in the browser and in tests.
import { type Code, type Import, isNode, lineAt, type Module, type Node, walk } from './code.ts';

const isPure = (path: string): boolean =>
  !/\.test\.tsx?$/.test(path) &&
  (/^src\/(lib\/.*|api|pages|jobs)\.tsx?$/.test(path) ||
    /^src\/.*\/(calls|rules|shapes|shapes-[\w-]+|statuses|billing-cycle)\.ts$/.test(path));

/** Packages without side effects. */
const purePackages = ['zod/mini', 'yaml', 'marked', '@lingui/core'];

const machine = new Set([
  'performance',
  'process',
  'fetch',
  'crypto',
  'console',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'window',
  'document',
  'navigator',
  'location',
  'localStorage',
  'sessionStorage',
  'globalThis',
]);

/** Pure, but missing in a browser. Allowed in src/infra, which a browser never loads. */
const nodeOnly = new Set(['Buffer']);

export function purityFaults({ modules }: Code): string[] {
  return modules.filter(({ path }) => isPure(path)).flatMap((module) => [...importFaults(module), ...useFaults(module)]);
}

function importFaults(module: Module): string[] {
  const foreign = ({ name, target }: Import) => (target === undefined ? !purePackages.includes(name) : !isPure(target));
  return module.imports.filter(foreign).map(({ name, line }) => `${module.path}:${line} is pure and imports ${name}, which is not`);
}

function useFaults({ path, source, program }: Module): string[] {
  const banned = path.startsWith('src/infra/') ? machine : machine.union(nodeOnly);
  const foreign = banned.difference(namesDeclared(program));
  const faults: string[] = [];
  for (const { node, above } of walk(program)) {
    const what = impurity(node, above, foreign);
    if (what) faults.push(`${path}:${lineAt(source, node.start)} is pure and uses ${what}`);
  }
  return faults;
}

function impurity(node: Node, above: Node | undefined, foreign: ReadonlySet<string>): string | undefined {
  if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await === true)) return 'await';
  if (isFunction(node) && node.async === true) return 'async';
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'Date' && (node.arguments as unknown[]).length === 0) return 'new Date()';
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'Date') return 'Date()';
  if (node.type === 'MemberExpression') return memberImpurity(node);
  if (node.type === 'Identifier' && isReference(node, above)) {
    const name = nameOf(node) ?? '';
    return foreign.has(name) ? name : undefined;
  }
  return undefined;
}

function memberImpurity(node: Node): string | undefined {
  const text = `${nameOf(node.object)}.${nameOf(node.property)}`;
  return text === 'Date.now' || text === 'Math.random' ? text : undefined;
}

/** False for the name of a property and for parts of types. */
function isReference(node: Node, above: Node | undefined): boolean {
  if (!above || above.type.startsWith('TS')) return false;
  if (above.type === 'MemberExpression') return above.object === node || above.computed === true;
  if (above.type === 'Property' || above.type === 'PropertyDefinition' || above.type === 'MethodDefinition')
    return above.value === node || above.computed === true;
  return !above.type.startsWith('Import') && !above.type.startsWith('Export');
}

function namesDeclared(program: Node): Set<string> {
  const names = new Set<string>();
  const take = (pattern: unknown) => {
    if (isNode(pattern)) for (const { node } of walk(pattern)) if (node.type === 'Identifier') names.add(nameOf(node) ?? '');
  };
  for (const { node } of walk(program)) {
    if (node.type === 'VariableDeclarator') take(node.id);
    if (isFunction(node)) for (const parameter of node.params as unknown[]) take(parameter);
    if (node.type === 'FunctionDeclaration') take(node.id);
  }
  return names;
}

const isFunction = (node: Node): boolean => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
const nameOf = (node: unknown): string | undefined => (isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined);
