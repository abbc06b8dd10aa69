// A private type of a file has a name of its own: the same short name with a different meaning in many files misleads readers and searches.
import type { Code, Module, Node } from './code.ts';

const MAX_FILES_WITH_NAME = 2;

/** Every component may call the type of its props so. */
const conventionalTypes = ['Props'];

export function repeatedTypeFaults({ modules }: Code): string[] {
  const pathsByName = new Map<string, string[]>();
  for (const module of modules.filter(({ path }) => path.startsWith('src/') && !/\.test\.tsx?$/.test(path)))
    for (const name of privateTypes(module)) pathsByName.set(name, [...(pathsByName.get(name) ?? []), module.path]);
  return [...pathsByName]
    .filter(([name, paths]) => paths.length > MAX_FILES_WITH_NAME && !conventionalTypes.includes(name))
    .map(([name, paths]) => `type ${name} is declared in ${paths.length} files: ${paths.join(', ')}; say in each name what it is`);
}

const typeDeclarations = ['TSTypeAliasDeclaration', 'TSInterfaceDeclaration'];

const privateTypes = ({ program }: Module): string[] =>
  (program.body as Node[]).filter(({ type }) => typeDeclarations.includes(type)).map(({ id }) => (id as { name: string }).name);
