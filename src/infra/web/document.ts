// The document around a rendered page. Pure; everything that varies comes in.
import { escapeHtml } from '../../lib/html.ts';
import { type Locale, localeNames, locales } from '../../lib/locale.ts';
import type { CurrencyNumber } from '../../lib/money.ts';
import type { PageMade } from '../../lib/rendering.ts';
import type { PageFiles } from './page-files.ts';

export type DocumentParts = {
  readonly made: PageMade;
  readonly files: PageFiles;
  readonly screen: string;
  readonly locale: Locale;
  readonly currency: CurrencyNumber;
  readonly buildId: string;
  readonly apiBase: string;
  /** Absolute, without a language; absent for what is no page of its own. */
  readonly canonical: string | undefined;
  readonly marks: string;
  readonly loader: string;
};

/** The mark in a square, small enough to stand in the document. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M4 20V12h8v8z' fill='%23c2410c'/%3E%3Cpath d='M12 12a10 10 0 0 1 10-10v28a10 10 0 0 1-10-10z' fill='%23806a52'/%3E%3Cpath d='M25 10a8 8 0 0 1 0 12' fill='none' stroke='%23d9a441' stroke-width='3' stroke-linecap='round'/%3E%3C/svg%3E";

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
  });
  return `<!doctype html>
<html lang="${locales[locale].html}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<script>${marks}</script><title>${escapeHtml(made.title)}</title><meta name="description" content="${escapeHtml(made.about)}"><meta name="color-scheme" content="light dark">
${headLinks(parts)}</head><body><div ${root}>${made.html}</div>
<script type="application/json" id="storefront">${made.data.replaceAll('<', '\\u003c')}</script><script>${loader}</script></body></html>
`;
}

function headLinks({ files, canonical }: DocumentParts): string {
  return [
    ...files.styles.map((file) => `<link rel="stylesheet" href="${file}">`),
    ...files.fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`),
    ...files.scripts.map((file) => `<link rel="modulepreload" fetchpriority="low" href="${file}">`),
    `<link rel="icon" href="${icon}">`,
    ...(canonical === undefined ? [] : addresses(canonical)),
  ].join('\n');
}

/** The page's own address, and the same page in each language for those who look for it. */
function addresses(canonical: string): string[] {
  const address = escapeHtml(canonical);
  const joint = canonical.includes('?') ? '&amp;' : '?';
  return [
    `<link rel="canonical" href="${address}">`,
    ...localeNames.map((each) => `<link rel="alternate" hreflang="${locales[each].html}" href="${address}${joint}lang=${each}">`),
    `<link rel="alternate" hreflang="x-default" href="${address}">`,
  ];
}

const attributes = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ');
