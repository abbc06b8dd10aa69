// Head metadata of a page: canonical and alternate URLs, title, description, Open Graph, JSON-LD. Pure.

import { getLanguage, type Locale, localeNames } from '#lib/locale.ts';
import { escapeHtml } from '#lib/markdown/html.ts';
import type { PageMade } from '#lib/rendering.ts';
import { pictureSize } from './drawing/picture.ts';

export type HeadData = {
  /** False for a page that search engines do not list: it still has a preview where it is shared. */
  readonly listed: boolean;
  /** The page's canonical URL, absolute, without a query. */
  readonly base: string;
  /** The language in the URL; absent if the visitor's preference decides. */
  readonly urlLocale: Locale | undefined;
  readonly brand: string;
  /** Absolute. */
  readonly picture: string;
  /** JSON-LD; empty if there is none. */
  readonly structured: string;
};

/** The tags in the head of a page. */
export type Icons = {
  readonly apple: string;
  /** The favicon for light and dark. */
  readonly adaptive: string;
  readonly paper: { readonly light: string; readonly dark: string };
};

const addLanguage = (base: string, locale: Locale): string => `${base}?lang=${locale}`;

/** A URL with a language is a page of its own; the plain URL shows the visitor's language. */
const getOwnAddress = ({ base, urlLocale }: Pick<HeadData, 'base' | 'urlLocale'>): string =>
  urlLocale === undefined ? base : addLanguage(base, urlLocale);

/** hreflang alternates: each language, and the default. */
export const listAlternates = (base: string): readonly { readonly language: string; readonly address: string }[] => [
  ...localeNames.map((locale) => ({ language: getLanguage(locale).html, address: addLanguage(base, locale) })),
  { language: 'x-default', address: base },
];

export const renderIconTags = ({ apple, adaptive, paper }: Icons): string =>
  [
    `<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="${adaptive}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${apple}"><link rel="manifest" href="/manifest.webmanifest">`,
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${paper.light}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${paper.dark}">`,
  ].join('\n');

const NOINDEX = '<meta name="robots" content="noindex">';

/** Pages that search engines must not list have noindex. */
export function renderSeoTags(found: HeadData | undefined, made: Pick<PageMade, 'title' | 'about'>, locale: Locale): string {
  if (!found) return NOINDEX;
  if (!found.listed) return [NOINDEX, ...previewTags(found, made, locale)].join('\n');
  const links = listAlternates(found.base).map(
    ({ language, address }) => `<link rel="alternate" hreflang="${language}" href="${escapeHtml(address)}">`,
  );
  return [
    `<link rel="canonical" href="${escapeHtml(getOwnAddress(found))}">`,
    ...links,
    ...previewTags(found, made, locale),
    ...(found.structured ? [`<script type="application/ld+json">${found.structured.replaceAll('<', '\\u003c')}</script>`] : []),
  ].join('\n');
}

function previewTags(found: HeadData, { title, about }: Pick<PageMade, 'title' | 'about'>, locale: Locale): string[] {
  const graph = {
    type: 'website',
    site_name: found.brand,
    title,
    description: about,
    url: getOwnAddress(found),
    image: found.picture,
    'image:type': 'image/png',
    'image:width': String(pictureSize.width),
    'image:height': String(pictureSize.height),
    'image:alt': title,
    locale: getTerritory(locale),
  };
  const otherLocales = localeNames.filter((each) => each !== locale).map((each) => renderProperty('locale:alternate', getTerritory(each)));
  const card = { card: 'summary_large_image', title, description: about, image: found.picture, 'image:alt': title };
  return [
    ...Object.entries(graph).map(([name, content]) => renderProperty(name, content)),
    ...otherLocales,
    ...Object.entries(card).map(([name, content]) => `<meta name="twitter:${name}" content="${escapeHtml(content)}">`),
  ];
}

const renderProperty = (name: string, content: string): string => `<meta property="og:${name}" content="${escapeHtml(content)}">`;

/** Locale in Open Graph's format: en_US. */
const getTerritory = (locale: Locale): string => getLanguage(locale).intl.replace('-', '_');
