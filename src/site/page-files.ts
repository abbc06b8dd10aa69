// The files of a page, from the bundler's manifest. Pure.

export type Manifest = Readonly<Record<string, ManifestRow>>;
type ManifestRow = {
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
  readonly imports?: readonly string[];
};

export type PageFiles = {
  readonly entry: string;
  /** The entry's styles first, then the page's own, which override them. */
  readonly styles: readonly string[];
  /** Scripts for hydration, loaded after the first paint so that they do not delay it. */
  readonly scripts: readonly string[];
  /** Fonts that the styles load, and that most pages need. */
  readonly fonts: readonly string[];
};

const ENTRY = 'src/web/entry.client.tsx';

/** Throws on an unknown key: a page without its style must not be served. */
export function pageFiles(manifest: Manifest, screenFiles: readonly string[]): PageFiles {
  const rowByKey = new Map<string, ManifestRow>();
  for (const key of [ENTRY, ...screenFiles]) collect(manifest, key, rowByKey);
  const rows = [...rowByKey.values()];
  const unique = (names: readonly string[]) => [...new Set(names)].map((name) => `/${name}`);
  return {
    entry: `/${rows[0]?.file ?? ''}`,
    scripts: unique(rows.map(({ file }) => file)),
    styles: unique(rows.flatMap(({ css = [] }) => css)),
    fonts: unique(rows.flatMap(({ assets = [] }) => assets).filter((name) => isCommonFont(manifest, name))),
  };
}

/** The rest of a font is loaded only for characters that it alone has. */
const isCommonFont = (manifest: Manifest, name: string): boolean =>
  Object.entries(manifest).some(([key, { file }]) => file === name && key.endsWith('-common.woff2'));

function collect(manifest: Manifest, key: string, rowByKey: Map<string, ManifestRow>): void {
  const row = manifest[key];
  if (!row) throw new Error(`build manifest has no entry ${key}`);
  if (rowByKey.has(key)) return;
  rowByKey.set(key, row);
  for (const each of row.imports ?? []) collect(manifest, each, rowByKey);
}
