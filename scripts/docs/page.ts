// One page of the documents: the frame with navigation and search.
import { posix } from 'node:path';
import { html, Markup } from '../../src/lib/markdown/html.ts';

type NavPage = { readonly file: string; readonly title: string };
export type NavGroup = { readonly title: string; readonly pages: readonly NavPage[]; readonly folded?: boolean };

type Page = { readonly file: string; readonly title: string; readonly html: string; readonly groups: readonly NavGroup[] };

export function pageHtml({ file, title, html: body, groups }: Page): string {
  const depth = file.split('/').length - 1;
  const root = '../'.repeat(depth);
  return html`<!doctype html>
<html lang="en" data-root="${root}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title === 'Fanfare' ? title : `${title} — Fanfare`}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${root}docs.css">
<script defer src="${root}search.js"></script><script defer src="${root}search-box.js"></script></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header><a class="mark" href="${root}index.html">Fanfare</a><form role="search" hidden><label for="search">Search</label><input id="search" type="search" autocomplete="off" aria-controls="results"><button type="submit">Go</button></form></header>
<div id="results" aria-live="polite" hidden></div>
<div class="columns"><main id="content" tabindex="-1">${new Markup(body)}</main>
<nav aria-label="Documents">${groups.map((group) => navView(group, file))}</nav></div>
</body></html>
`.text;
}

function navView({ title, pages, folded = false }: NavGroup, here: string): Markup {
  const isHere = pages.some(({ file }) => file === here);
  const links = html`<ul>${pages.map(
    ({ file, title: of }) =>
      html`<li><a href="${posix.relative(posix.dirname(here), file)}"${file === here ? new Markup(' aria-current="page"') : ''}>${of}</a></li>`,
  )}</ul>`;
  return folded
    ? html`<details${isHere ? new Markup(' open') : ''}><summary>${title}</summary>${links}</details>`
    : html`<p>${title}</p>${links}`;
}
