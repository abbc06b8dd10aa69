// The HTML document of the desk's app: the same for everybody, without personal data.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { html } from '#lib/markdown/html.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import { DESK_ENTRY } from '#site/builds/vite.ts';
import { importedRows, type Manifest } from '#site/page-files.ts';

export type DeskFiles = { readonly script: string; readonly styles: readonly string[]; readonly early: readonly string[] };

export async function deskFiles(buildFolder: string): Promise<DeskFiles> {
  const manifest = JSON.parse(await readFile(join(buildFolder, 'desk/.vite/manifest.json'), 'utf8')) as Manifest;
  const chunks = importedRows(manifest, [DESK_ENTRY]);
  const address = (file: string): string => `/${file}`;
  const entry = chunks.at(-1)?.file ?? '';
  return {
    script: address(entry),
    styles: chunks.flatMap(({ css = [] }) => css).map(address),
    early: chunks.map(({ file }) => address(file)).filter((file) => file !== address(entry)),
  };
}

export const devFiles: DeskFiles = {
  script: `/${DESK_ENTRY}`,
  styles: ['/src/ui/styles/tokens.css?direct', '/src/ui/styles/base.css?direct'],
  early: [],
};

type DeskBrand = Pick<ShopTexts['brand'], 'name' | 'logo'>;

const logoAttributes = ({ logo }: DeskBrand) =>
  logo && html` data-logo="${logo.light.address}"${logo.dark && html` data-logo-dark="${logo.dark.address}"`}`;

/** `known`: the browser has a session cookie, so queries can start before the session is confirmed. */
export const deskDocument = (brand: DeskBrand, { script, styles, early }: DeskFiles, known: boolean): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><title>Desk — ${brand.name}</title><link rel="icon" href="data:,">
${styles.map((file) => html`<link rel="stylesheet" href="${file}">`)}
${early.map((file) => html`<link rel="modulepreload" href="${file}">`)}
</head><body><div id="root" data-brand="${brand.name}"${logoAttributes(brand)}${known && html` data-known`}><noscript>The desk needs JavaScript.</noscript></div><script type="module" src="${script}"></script></body></html>
`.text;
