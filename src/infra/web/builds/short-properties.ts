// Names of custom properties in the storefront's styles. In a build they are letters, because the styles stand in each document.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { mostUsedFirst } from './scoped-names.ts';

export type PropertyNames = Readonly<Record<string, string>>;

/** Beside the manifest, for styles that the server makes. */
export const PROPERTIES_FILE = '.vite/properties.json';

const PROPERTY = /(?<![\w-])--[a-z][\w-]*/g;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];

export const renameProperties = (style: string, names: PropertyNames): string => style.replace(PROPERTY, (name) => names[name] ?? name);

/** The shortest names for the properties that are written most often. Names in `others`, which are not renamed, stay. */
export function shortProperties(styles: string, others: string): PropertyNames {
  const fixed = new Set<string>(others.match(PROPERTY));
  const uses = new Map<string, number>();
  for (const [name] of styles.matchAll(PROPERTY)) if (!fixed.has(name)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const free = [...LETTERS, ...LETTERS.flatMap((first) => LETTERS.map((second) => first + second))].map((letters) => `--${letters}`);
  const short = free.filter((name) => !fixed.has(name));
  return Object.fromEntries(mostUsedFirst(uses).map((name, index) => [name, short[index] ?? name]));
}

/** Vite plugin: renames the properties in the browser's styles, after `composes` has brought in those of other files, and before files are named after their content. */
export function propertiesOf(root: string): Plugin {
  const read = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'));
  const names = shortProperties(read('src/{ui,web}/**/*.css').join('\n'), read('src/{ui,web}/**/*.{ts,tsx,svg}').join('\n'));
  return {
    name: 'short-properties',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: { filter: { id: /\.css$/ }, handler: (style) => ({ code: renameProperties(style, names), map: null }) },
    generateBundle(_, output) {
      for (const { fileName, source } of Object.values(output).filter((each) => each.type === 'asset'))
        if (fileName.endsWith('.css') && renameProperties(String(source), names) !== String(source))
          this.error(`${fileName} has a custom property with its long name.`);
      this.emitFile({ type: 'asset', fileName: PROPERTIES_FILE, source: JSON.stringify(names) });
    },
  };
}
