// The files of a page, from the bundler's manifest. Pure.
import type { PageSources } from '#lib/rendering.ts';

export type Manifest = Readonly<Record<string, ManifestRow>>;
type ManifestRow = {
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
  readonly imports?: readonly string[];
};

export type PageFiles = {
  readonly entry: string;
  /** Those of a file come after those of what it imports, which they may override; the entry's come first. */
  readonly styles: readonly string[];
  /** The entry and what it imports, and all that a page of the app loads. */
  readonly scripts: readonly string[];
  /** Fonts that the styles load, and that most pages need. */
  readonly fonts: readonly string[];
};

/** Throws on an unknown key: a page without its style must not be served. */
export function getPageFiles(manifest: Manifest, { entry, styled, loaded }: PageSources): PageFiles {
  const rows = listImportedRows(manifest, [entry, ...styled, ...loaded]);
  const scripts = listImportedRows(manifest, [entry, ...loaded]);
  const unique = (names: readonly string[]) => [...new Set(names)].map((name) => `/${name}`);
  return {
    entry: `/${manifest[entry]?.file ?? ''}`,
    scripts: unique(scripts.map(({ file }) => file)),
    styles: unique(rows.flatMap(({ css = [] }) => css)),
    fonts: unique(rows.flatMap(({ assets = [] }) => assets).filter((name) => isCommonFont(manifest, name))),
  };
}

/** The rest of a font is loaded only for characters that it alone has. */
const isCommonFont = (manifest: Manifest, name: string): boolean =>
  Object.entries(manifest).some(([key, { file }]) => file === name && key.endsWith('-common.woff2'));

/** The rows of these files and of their imports, each once: a file's styles override those of its imports. */
export function listImportedRows(manifest: Manifest, keys: readonly string[]): readonly ManifestRow[] {
  const rows: ManifestRow[] = [];
  const visited = new Set<string>();
  const visit = (key: string): void => {
    const row = manifest[key];
    if (!row) throw new Error(`build manifest has no entry ${key}`);
    if (visited.has(key)) return;
    visited.add(key);
    row.imports?.forEach(visit);
    rows.push(row);
  };
  keys.forEach(visit);
  return rows;
}
