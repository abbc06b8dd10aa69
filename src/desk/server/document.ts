// The one document of the desk's app: names its files, and holds nothing of anybody's.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { html } from '../../lib/markdown/html.ts';

type Chunk = {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly assets?: readonly string[];
};
type DeskBuild = Readonly<Record<string, Chunk>>;

export const ENTRY = 'src/desk/app/entry.tsx';

export type DeskFiles = { readonly script: string; readonly styles: readonly string[]; readonly early: readonly string[] };

export const readDeskBuild = async (buildFolder: string): Promise<DeskBuild> =>
  JSON.parse(await readFile(join(buildFolder, 'desk/.vite/manifest.json'), 'utf8')) as DeskBuild;

/** A chunk with all that it cannot do without. */
export function chunksFrom(build: DeskBuild, name: string, found: ReadonlySet<Chunk> = new Set()): ReadonlySet<Chunk> {
  const chunk = build[name];
  if (!chunk) throw new Error(`the build has no ${name}`);
  if (found.has(chunk)) return found;
  return (chunk.imports ?? []).reduce((all, each) => chunksFrom(build, each, all), new Set([...found, chunk]) as ReadonlySet<Chunk>);
}

export async function deskFiles(buildFolder: string): Promise<DeskFiles> {
  const [entry, ...early] = chunksFrom(await readDeskBuild(buildFolder), ENTRY);
  const address = (file: string): string => `/${file}`;
  return {
    script: address(entry?.file ?? ''),
    styles: [entry, ...early].flatMap((chunk) => chunk?.css ?? []).map(address),
    early: early.map(({ file }) => address(file)),
  };
}

export const devFiles: DeskFiles = {
  script: `/${ENTRY}`,
  styles: ['/src/ui/styles/tokens.css?direct', '/src/ui/styles/base.css?direct'],
  early: [],
};

/** `known`: somebody has been here with this browser, so that what they will see can be asked for before it is known who they are. */
export const deskDocument = (brand: string, { script, styles, early }: DeskFiles, known: boolean): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><title>Desk — ${brand}</title><link rel="icon" href="data:,">
${styles.map((file) => html`<link rel="stylesheet" href="${file}">`)}
${early.map((file) => html`<link rel="modulepreload" href="${file}">`)}
</head><body>${known ? html`<div id="root" data-known>` : html`<div id="root">`}<noscript>The desk needs JavaScript.</noscript></div><script type="module" src="${script}"></script></body></html>
`.text;
