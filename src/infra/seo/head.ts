// What a page says to those who find and share it: its own address, the same page in each language, and the words and the picture of a preview. Pure.

import { type Locale, localeNames, locales } from '../../lib/locale.ts';
import { escapeHtml } from '../../lib/markdown/html.ts';
import type { PageMade } from '../../lib/rendering.ts';
import { pictureSize } from './drawing/picture.ts';

export type Found = {
  /** The page's own address, absolute, without a query. */
  readonly base: string;
  /** The language that the address asks for; absent where the visitor's own decides. */
  readonly asked: Locale | undefined;
  readonly brand: string;
  /** Absolute. */
  readonly picture: string;
  /** JSON-LD; empty where there is nothing to say. */
  readonly structured: string;
};

/** What stands in the head of every page. */
export type Icons = { readonly apple: string; readonly paper: { readonly light: string; readonly dark: string } };

const inLanguage = (base: string, locale: Locale): string => `${base}?lang=${locale}`;

/** An address that asks for a language is a page of its own, in that language; the plain one is whatever suits the visitor. */
const ownAddress = ({ base, asked }: Pick<Found, 'base' | 'asked'>): string => (asked === undefined ? base : inLanguage(base, asked));

/** The same page in each language, and where no language of ours is asked for. */
export const alternates = (base: string): readonly { readonly language: string; readonly address: string }[] => [
  ...localeNames.map((locale) => ({ language: locales[locale].html, address: inLanguage(base, locale) })),
  { language: 'x-default', address: base },
];

export const iconTags = ({ apple, paper }: Icons): string =>
  [
    '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/icon.svg" type="image/svg+xml">',
    `<link rel="apple-touch-icon" href="${apple}"><link rel="manifest" href="/manifest.webmanifest">`,
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${paper.light}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${paper.dark}">`,
  ].join('\n');

/** A page that is nobody's to find says so. */
export function seoTags(found: Found | undefined, made: Pick<PageMade, 'title' | 'about'>, locale: Locale): string {
  if (!found) return '<meta name="robots" content="noindex">';
  const links = alternates(found.base).map(
    ({ language, address }) => `<link rel="alternate" hreflang="${language}" href="${escapeHtml(address)}">`,
  );
  return [
    `<link rel="canonical" href="${escapeHtml(ownAddress(found))}">`,
    ...links,
    ...previewTags(found, made, locale),
    ...(found.structured ? [`<script type="application/ld+json">${found.structured.replaceAll('<', '\\u003c')}</script>`] : []),
  ].join('\n');
}

function previewTags(found: Found, { title, about }: Pick<PageMade, 'title' | 'about'>, locale: Locale): string[] {
  const graph = {
    type: 'website',
    site_name: found.brand,
    title,
    description: about,
    url: ownAddress(found),
    image: found.picture,
    'image:type': 'image/png',
    'image:width': String(pictureSize.width),
    'image:height': String(pictureSize.height),
    'image:alt': title,
    locale: territory(locale),
  };
  const others = localeNames.filter((each) => each !== locale).map((each) => property('locale:alternate', territory(each)));
  const card = { card: 'summary_large_image', title, description: about, image: found.picture, 'image:alt': title };
  return [
    ...Object.entries(graph).map(([name, content]) => property(name, content)),
    ...others,
    ...Object.entries(card).map(([name, content]) => `<meta name="twitter:${name}" content="${escapeHtml(content)}">`),
  ];
}

const property = (name: string, content: string): string => `<meta property="og:${name}" content="${escapeHtml(content)}">`;

/** As Open Graph writes languages: en_US. */
const territory = (locale: Locale): string => locales[locale].intl.replace('-', '_');
