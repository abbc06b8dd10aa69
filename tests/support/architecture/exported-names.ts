// An exported name exists once in src, so that a search for it finds one thing.
import { type Code, type Module, type Node, walk } from './code.ts';
import { withExceptions } from './folders.ts';
import { repeatedNames } from './repeated-names.ts';

/** Every page module exports its component as `Screen`, for the page registry; every worker thread exports its task as `work`. */
const conventionalNames = ['Screen', 'work'];

export function repeatedNameFaults({ modules }: Code): string[] {
  const pathsByName = new Map<string, string[]>();
  for (const module of modules.filter(({ path }) => path.startsWith('src/') && !/\.test\.tsx?$/.test(path)))
    for (const name of namesOf(module)) pathsByName.set(name, [...(pathsByName.get(name) ?? []), module.path]);
  const repeated = [...pathsByName].filter(([name, paths]) => paths.length > 1 && !conventionalNames.includes(name));
  return withExceptions(
    repeated.map(([name, paths]) => ({ key: name, fault: `${name} is exported by ${paths.join(' and ')}; rename one of them` })),
    { list: repeatedNames, in: 'tests/support/architecture/repeated-names.ts' },
    (name) => pathsByName.has(name),
  );
}

/** A constant and a type of the same name in one file are one thing. A name that is exported from another file is defined there. */
function namesOf({ program }: Module): Set<string> {
  const exported = (program.body as Node[]).filter(({ type, source }) => type === 'ExportNamedDeclaration' && !source);
  return new Set(
    exported.flatMap(({ declaration, specifiers }) => [
      ...declaredNames(declaration as Node | null),
      ...(specifiers as Node[]).map(({ exported: as }) => (as as { name: string }).name),
    ]),
  );
}

function declaredNames(declaration: Node | null): string[] {
  if (!declaration) return [];
  if (declaration.type !== 'VariableDeclaration') return [(declaration.id as { name: string }).name];
  return (declaration.declarations as Node[]).flatMap(({ id }) => boundNames(id as Node));
}

/** `a` of `const a`, `a` and `b` of `const { a, c: b }`. */
const boundNames = (pattern: Node): string[] =>
  pattern.type === 'Identifier'
    ? [pattern.name as string]
    : [...walk(pattern)].flatMap(({ node, above }) =>
        node.type === 'Identifier' && above?.type === 'Property' && above.value === node ? [node.name as string] : [],
      );
