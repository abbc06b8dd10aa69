// Which files a page needs, out of the bundler's list. Pure.

export type Manifest = Readonly<Record<string, ManifestRow>>;
type ManifestRow = {
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
  readonly imports?: readonly string[];
};

export type PageFiles = {
  readonly entry: string;
  /** The styles of the entry first, then the page's own: later ones win. */
  readonly styles: readonly string[];
  /** All that makes the page alive: asked for when it is time, because before the first paint it would only be in the way. */
  readonly scripts: readonly string[];
  /** What the styles ask for: the display face. */
  readonly fonts: readonly string[];
};

const ENTRY = 'src/web/entry.client.tsx';

/** Throws on a key that is not there: a page without its style must not be served. */
export function pageFiles(manifest: Manifest, screenFiles: readonly string[]): PageFiles {
  const seen = new Map<string, ManifestRow>();
  for (const key of [ENTRY, ...screenFiles]) collect(manifest, key, seen);
  const rows = [...seen.values()];
  const unique = (names: readonly string[]) => [...new Set(names)].map((name) => `/${name}`);
  return {
    entry: `/${rows[0]?.file ?? ''}`,
    scripts: unique(rows.map(({ file }) => file)),
    styles: unique(rows.flatMap(({ css = [] }) => css)),
    fonts: unique(rows.flatMap(({ assets = [] }) => assets).filter((name) => name.endsWith('.woff2'))),
  };
}

function collect(manifest: Manifest, key: string, seen: Map<string, ManifestRow>): void {
  const row = manifest[key];
  if (!row) throw new Error(`the build has no ${key}`);
  if (seen.has(key)) return;
  seen.set(key, row);
  for (const each of row.imports ?? []) collect(manifest, each, seen);
}
