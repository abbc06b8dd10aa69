// Rules about folders: which folder may import which. An exception that is no longer needed is a fault.
import type { Code } from './code.ts';
import { shortestCircle } from './layers.ts';

const LISTS = 'tests/support/architecture/folders.ts';

/** Imports between sub-folders that close a circle. To remove one, reverse it, or move what both need to where both may import it. */
const circularImports: readonly string[] = [];

/** A folder of src/web imports only folders after it in this list. The entry files of src/web may import all. */
const webOrder = ['app', 'features', 'layout', 'ssr', 'shared', 'live', 'i18n', 'api', 'browser', 'router'];

/** Imports against that order. */
const webExceptions: readonly string[] = [];

/** Sub-folders of a module, and features of an app. */
export function subfolderCircleFaults({ importers }: Code): string[] {
  const found = importers.flatMap(({ path, imports }) => {
    const from = subfolderOf(path);
    return imports.flatMap(({ target = '' }) => {
      const to = subfolderOf(target);
      const crosses = from && to && from.parent === to.parent && from.folder !== to.folder;
      return crosses ? [{ parent: from.parent, from: from.folder, to: to.folder }] : [];
    });
  });
  const keyOf = (each: (typeof found)[number]) => `${each.parent}: ${each.from} → ${each.to}`;
  const used = new Set(found.map(keyOf));
  const existing = new Set(importers.flatMap(({ path }) => subfolderOf(path)?.parent ?? []));
  const stale = staleFaults({ list: circularImports, in: `circularImports of ${LISTS}` }, used, (key) =>
    existing.has(key.split(':')[0] ?? ''),
  );
  const allowed = found.filter((each) => !circularImports.includes(keyOf(each)));
  return [...circlesIn(allowed), ...stale];
}

function circlesIn(edges: readonly { readonly parent: string; readonly from: string; readonly to: string }[]): string[] {
  const targets = Map.groupBy(edges, ({ parent, from }) => `${parent}/${from}`);
  const next = (folder: string) => (targets.get(folder) ?? []).map(({ parent, to }) => `${parent}/${to}`);
  const seen = new Set<string>();
  return [...targets.keys()].flatMap((folder) => {
    const circle = seen.has(folder) ? undefined : shortestCircle(folder, next);
    for (const each of circle ?? []) seen.add(each);
    return circle ? [`sub-folders import each other: ${[...circle, folder].join(' → ')}`] : [];
  });
}

export function webOrderFaults({ importers }: Code): string[] {
  const paths = new Set(importers.map(({ path }) => path));
  const found = importers.flatMap(({ path, imports }) => {
    const from = webFolderOf(path);
    if (from === undefined || isTest(path)) return [];
    if (!webOrder.includes(from)) return [{ key: path, fault: `${path} is in a folder that has no place in webOrder of ${LISTS}` }];
    return imports.flatMap(({ target = '', line }) => {
      const to = webFolderOf(target);
      if (to === undefined || webOrder.indexOf(to) >= webOrder.indexOf(from)) return [];
      return [{ key: `${path} → ${to}`, fault: `${path}:${line} imports ${target}: ${to} comes before ${from} in webOrder of ${LISTS}` }];
    });
  });
  return withExceptions(found, { list: webExceptions, in: `webExceptions of ${LISTS}` }, (key) => paths.has(key.split(' ')[0] ?? ''));
}

type Found = { readonly key: string; readonly fault: string };
/** `in`: the constant and its file, for who has to change it. */
type Exceptions = { readonly list: readonly string[]; readonly in: string };

/** `exists`: whether the checked code contains the exception's subject. A planted case contains only a few files. */
export function withExceptions(found: readonly Found[], exceptions: Exceptions, exists: (key: string) => boolean): string[] {
  const needed = new Set(found.map(({ key }) => key));
  return [
    ...found.filter(({ key }) => !exceptions.list.includes(key)).map(({ fault }) => fault),
    ...staleFaults(exceptions, needed, exists),
  ];
}

const staleFaults = (exceptions: Exceptions, needed: ReadonlySet<string>, exists: (key: string) => boolean): string[] =>
  exceptions.list
    .filter((key) => exists(key) && !needed.has(key))
    .map((key) => `the exception "${key}" is no longer needed; remove it from ${exceptions.in}`);

function subfolderOf(path: string): { readonly parent: string; readonly folder: string } | undefined {
  const [, parent, folder] = isTest(path) ? [] : (/^(src\/modules\/[\w-]+|src\/(?:web|desk)\/features)\/([\w-]+)\//.exec(path) ?? []);
  return parent !== undefined && folder !== undefined ? { parent, folder } : undefined;
}

const webFolderOf = (path: string): string | undefined => /^src\/web\/([\w-]+)\//.exec(path)?.[1];
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
