// The HTML document around a rendered page. Pure.

import { getLanguage, type Locale, type ShopLanguages } from '#lib/locale.ts';
import { escapeHtml } from '#lib/markdown/html.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { PageMade } from '#lib/rendering.ts';
import { isMailed } from '../pages.ts';
import type { StyledFiles } from './renderers.ts';
import { type HeadData, type Icons, renderIconTags, renderSeoTags } from './seo/head.ts';

export type DocumentParts = {
  readonly made: PageMade;
  readonly files: StyledFiles;
  readonly screen: string;
  readonly locale: Locale;
  readonly currency: CurrencyNumber;
  readonly buildId: string;
  readonly apiBase: string;
  /** Absent: those of the release. */
  readonly languages: ShopLanguages | undefined;
  /** The version of the messages in added languages. */
  readonly messages: string | undefined;
  readonly icons: Icons;
  /** Absent for error pages. */
  readonly found: HeadData | undefined;
  readonly marks: string;
};

/**
 * Nothing is painted before the parser reaches the footer: a half-read page on a slow phone shifts as it
 * grows.
 */
export function renderDocument(parts: DocumentParts): string {
  const { made, files, screen, locale, currency, buildId, apiBase, languages, messages, marks } = parts;
  const root = formatAttributes({
    id: 'root',
    'data-page': screen,
    'data-locale': locale,
    'data-currency': String(currency),
    'data-build': buildId,
    'data-api': apiBase,
    ...(isMailed(screen) ? { 'data-mailed': '' } : {}),
    ...(languages ? { 'data-languages': JSON.stringify(languages) } : {}),
    ...(messages === undefined ? {} : { 'data-messages': messages }),
    ...(files.isApp ? { 'data-app': '', 'data-styles': files.style === '' ? '' : files.styles.join(' ') } : {}),
  });
  return `<!doctype html>
<html lang="${getLanguage(locale).html}"${formatDir(locale)}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="expect" href="#footer" blocking="render"><script>${marks}</script><title>${escapeHtml(made.title)}</title><meta name="description" content="${escapeHtml(made.about)}"><meta name="color-scheme" content="light dark">
${renderHeadLinks(parts)}</head><body><div ${root}>${made.html}</div>
${files.isApp ? renderDataTag(made.data) : ''}${renderScriptTags(files)}</body></html>
`;
}

/**
 * At the end, so that nothing competes with the page. In development the files whose styles are needed are
 * loaded too, because styles come with scripts there.
 */
const renderScriptTags = ({ entry, scripts, style }: StyledFiles): string => {
  const others = scripts.filter((file) => file !== entry);
  const loaded = [entry, '/speculation.js', ...(style === '' ? others : [])];
  return [
    ...(style === '' ? [] : others).map((file) => `<link rel="modulepreload" href="${file}">`),
    ...loaded.map((file) => `<script type="module" src="${file}"></script>`),
  ].join('');
};

/** Absent in a language that is written from left to right. */
const formatDir = (locale: Locale): string => (getLanguage(locale).dir ? ' dir="rtl"' : '');

const renderDataTag = (data: string): string =>
  `<script type="application/json" id="storefront">${data.replaceAll('<', '\\u003c')}</script>`;

function renderHeadLinks({ files, made, icons, found, locale }: DocumentParts): string {
  return [
    ...renderStyleTags(files),
    ...files.fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`),
    renderIconTags(icons),
    renderSeoTags(found, made, locale),
  ].join('\n');
}

/** Styles are inline, which saves a round trip. */
const renderStyleTags = ({ style, styles, theme = '' }: StyledFiles): string[] =>
  style === ''
    ? [...styles.map((file) => `<link rel="stylesheet" href="${file}">`), `<style>${theme}</style>`]
    : [`<style>${style}</style>`];

const formatAttributes = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ');
