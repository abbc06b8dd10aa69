// Loads the plugins of a shop: those that come with the product, unless shop/plugins.yaml leaves them out,
// and those that it names: packages installed beside the shop's files, or files in the shop's folder.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { parseYaml } from '#lib/yaml/parse.ts';
import { formatSourceError, isSourceErrors } from '#lib/yaml/source.ts';
import { StartError } from '#platform/config/config.ts';
import { codeEntries, getCodeEntry } from '#platform/paths.ts';
import type { Plugin } from './plugin.ts';
import { findPluginErrors } from './plugin-errors.ts';

/** The folders in plugins/. */
const builtInNames = codeEntries.flatMap((path) => /^plugins\/([\w-]+)\/plugin\.ts$/.exec(path)?.[1] ?? []);

/**
 * `builtIn`: the plugins of the product that are on. A file without this list has all of them, because it may
 * be older than they are, and its shop must not lose its gate by an upgrade.
 * `plugins`: the name of a package, or a path that begins with "./".
 */
const shape = z.strictObject({
  builtIn: z._default(z.array(z.enum(builtInNames)), builtInNames),
  plugins: z.array(z.string().check(z.trim(), z.minLength(1, 'must not be empty'))),
});

/** `file`: its entry; `folder`: of its package, which its makers may read. */
export type LoadedPlugin = { readonly plugin: Plugin; readonly file: string; readonly folder: string };

/** Reports all errors at once. */
export async function readPlugins(list: string): Promise<readonly LoadedPlugin[]> {
  const shown = `shop/${basename(list)}`;
  const parsed = parseYaml(shown, await readFile(list, 'utf8'), shape);
  if (isSourceErrors(parsed)) throw new StartError(parsed.map(formatSourceError));
  const errors: string[] = [];
  const loaded: LoadedPlugin[] = [];
  const { builtIn, plugins } = parsed.value;
  const entries = [
    ...builtIn.flatMap((name) => (plugins.includes(name) ? [] : [{ wanted: name, path: ['builtIn'] }])),
    ...plugins.map((wanted, index) => ({ wanted, path: ['plugins', index] })),
  ];
  for (const { wanted, path } of entries) {
    const at = `${shown}:${parsed.findLine(path)}: "${wanted}"`;
    const outcome = await load(wanted, list);
    if (typeof outcome === 'string') errors.push(`${at} ${outcome}`);
    else if (loaded.some(({ plugin }) => plugin.name === outcome.plugin.name)) errors.push(`${at} has the name of another plugin`);
    else loaded.push(outcome);
  }
  if (errors.length > 0) throw new StartError(errors);
  return loaded;
}

/** A reason if it cannot be loaded. */
async function load(wanted: string, list: string): Promise<LoadedPlugin | string> {
  const own = codeEntries.find((path) => path === `plugins/${wanted}/plugin.ts`);
  let file: string;
  try {
    file = own ? getCodeEntry(own) : createRequire(pathToFileURL(list)).resolve(wanted);
  } catch {
    return wanted.startsWith('.') ? 'is no file of the shop' : `is not installed: npm install ${wanted}`;
  }
  try {
    const { default: plugin } = (await import(pathToFileURL(file).href)) as { default?: unknown };
    const [error] = findPluginErrors(plugin);
    return error ?? { plugin: plugin as Plugin, file, folder: own ? dirname(file) : findFolder(file) };
  } catch (cause) {
    return `cannot be loaded: ${cause instanceof Error ? cause.message : 'it threw no error'}`;
  }
}

/** The nearest folder with a package.json, else the file's own. */
function findFolder(file: string): string {
  for (let folder = dirname(file); dirname(folder) !== folder; folder = dirname(folder))
    if (existsSync(join(folder, 'package.json'))) return folder;
  return dirname(file);
}
