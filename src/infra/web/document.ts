// The document around a rendered page. Pure; everything that varies comes in.
import { escapeHtml } from '../../lib/html.ts';
import { type Locale, locales } from '../../lib/locale.ts';
import type { CurrencyNumber } from '../../lib/money.ts';
import type { PageMade } from '../../lib/rendering.ts';
import { type Found, foundTags, type Icons, iconTags } from './found/head.ts';
import type { StyledFiles } from './renderers.ts';

export type DocumentParts = {
  readonly made: PageMade;
  readonly files: StyledFiles;
  readonly screen: string;
  readonly locale: Locale;
  readonly currency: CurrencyNumber;
  readonly buildId: string;
  readonly apiBase: string;
  readonly icons: Icons;
  /** Absent for what is no page of its own. */
  readonly found: Found | undefined;
  readonly marks: string;
  readonly loader: string;
};

export function documentOf(parts: DocumentParts): string {
  const { made, files, screen, locale, currency, buildId, apiBase, marks, loader } = parts;
  const root = attributes({
    id: 'root',
    'data-page': screen,
    'data-locale': locale,
    'data-currency': String(currency),
    'data-build': buildId,
    'data-api': apiBase,
    'data-entry': files.entry,
    'data-scripts': files.scripts.join(' '),
    ...(files.style === '' ? {} : { 'data-styles': files.styles.join(' ') }),
  });
  return `<!doctype html>
<html lang="${locales[locale].html}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<script>${marks}</script><title>${escapeHtml(made.title)}</title><meta name="description" content="${escapeHtml(made.about)}"><meta name="color-scheme" content="light dark">
${headLinks(parts)}</head><body><div ${root}>${made.html}</div>
<script type="application/json" id="storefront">${made.data.replaceAll('<', '\\u003c')}</script><script>${loader}</script></body></html>
`;
}

function headLinks({ files, made, icons, found, locale }: DocumentParts): string {
  return [
    ...styleTags(files),
    ...files.fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`),
    iconTags(icons),
    foundTags(found, made, locale),
  ].join('\n');
}

/** The style stands in the document, which spares a slow line a round trip. */
const styleTags = ({ style, styles }: StyledFiles): string[] =>
  style === '' ? styles.map((file) => `<link rel="stylesheet" href="${file}">`) : [`<style>${style}</style>`];

const attributes = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ');
