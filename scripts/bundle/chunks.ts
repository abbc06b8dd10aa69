// Which modules of the bundled server share a file. Node needs about a third of a millisecond for each file of a start, so what the same processes load at the
// same time is one file. The bundler itself would make a file for each set of dynamic imports that lead to a module, which were 330 up to the first page.
import { join } from 'node:path';
import type { ChunkingContext } from 'rolldown';
import { codeEntries, root } from '../../src/infra/paths.ts';

/** Each loads its modules at once. What only rarer imports lead to is split by the bundler. */
const phases = {
  first: ['src/main.ts'],
  shop: ['src/server/create-app.ts'],
  worker: ['src/server/create-worker.ts'],
  desk: ['src/desk/server/server.ts', 'src/modules/desk/actions.ts', 'src/infra/jobs/run.ts'],
} as const;

/** The name of a module's file, one for each set of what loads it. So a file imports no file that something else needs as well. */
export function chunkNames(commands: readonly string[]): (id: string, context: ChunkingContext) => string | null {
  const groups: readonly (readonly [name: string, files: readonly string[]])[] = [
    ...Object.entries(phases),
    ['command', commands.filter((path) => !phases.first.some((each) => each === path))],
    ...codeEntries.map((path, index) => [`thread${index}`, [path]] as const),
  ];
  const entries = new Set([...commands, ...codeEntries].map((path) => join(root, path)));
  let names: ReadonlyMap<string, string> | undefined;
  return (id, context) => {
    names ??= namesOf(groups, context);
    return entries.has(id) ? null : (names.get(id) ?? null);
  };
}

function namesOf(groups: readonly (readonly [string, readonly string[]])[], context: ChunkingContext): ReadonlyMap<string, string> {
  const names = new Map<string, string[]>();
  for (const [name, files] of groups)
    for (const id of reachedFrom(
      files.map((path) => join(root, path)),
      context,
    ))
      names.set(id, [...(names.get(id) ?? []), name]);
  const files = [...new Set([...names.values()].map(String))];
  return new Map([...names].map(([id, each]) => [id, `${each[0]}-${files.indexOf(String(each))}`]));
}

/** With everything that is imported statically. */
function reachedFrom(ids: readonly string[], context: ChunkingContext): ReadonlySet<string> {
  const reached = new Set<string>(ids);
  for (const id of reached) for (const imported of [...(context.getModuleInfo(id)?.importedIds ?? [])]) reached.add(imported);
  return reached;
}
