// Small files that only one file uses: their readers need both, so they are one file.
import type { Code, Module } from './code.ts';
import { withExceptions } from './folders.ts';
import { isSameLayer } from './layers.ts';

const MIN_LINES = 20;

/** Every module has files of these names, whatever their size. */
const conventionalNames = /\/(actions|jobs|mails|queries|routes|rules|shapes|tables)\.ts$/;

/** Entry files of worker threads. Other files import only their types. */
const isThread = (path: string): boolean => /[/-]thread\.ts$/.test(path);

const smallFiles = [
  // Its only user is routes.ts, which is HTTP only.
  'src/modules/desk/work/presence.ts',
];

/** Exempt: a chunk of its own, and a file whose user is in another layer or module, because merging them would move code between layers. */
export function smallFileFaults({ files, modules }: Code): string[] {
  const importers = Map.groupBy(
    modules.flatMap(({ path, imports }) => imports.map(({ target = '', lazy }) => ({ path, target, lazy }))),
    ({ target }) => target,
  );
  const found = modules.flatMap((module) => {
    const { path } = module;
    const users = importers.get(path) ?? [];
    const [user, ...others] = new Set(users.map(({ path }) => path));
    if (!user || others.length > 0 || !isProduction(path) || !isProduction(user) || !isSameLayer(path, user)) return [];
    if (users.some(({ lazy }) => lazy) || conventionalNames.test(path) || isThread(path)) return [];
    const lines = linesOf(module, files);
    if (lines >= MIN_LINES) return [];
    return [{ key: path, fault: `${path} has ${lines} lines and is used only by ${user}; merge it into that file` }];
  });
  return withExceptions(found, { list: smallFiles, in: 'smallFiles of tests/support/architecture/small-files.ts' }, (key) =>
    files.has(key),
  );
}

/** Lines with text; a component counts with its styles. */
function linesOf({ path, source }: Module, files: Code['files']): number {
  const styles = files.get(path.replace(/\.tsx?$/, '.module.css')) ?? '';
  return `${source}\n${styles}`.split('\n').filter((line) => line.trim() !== '').length;
}

const isProduction = (path: string): boolean => path.startsWith('src/') && !/\.test\.tsx?$/.test(path);
