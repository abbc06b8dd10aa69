// Builds sitemap.xml, robots.txt and the web manifest. Pure.

import { getLanguage, localeNames, toKnownLocale } from '#lib/locale.ts';
import { escapeHtml } from '#lib/markdown/html.ts';
import type { ServiceHead, ShopTexts } from '#lib/rendering.ts';
import { fillPath } from '#lib/url-path.ts';
import { localizeFile, localizeText } from '#lib/words/owner-texts.ts';
import { getPageRow, listServedPages, type PageName, type PageRow } from '../../pages.ts';
import { listAlternates } from './head.ts';

/** A public page; one of a service is listed for each service. */
export const isInSitemap = ({ who, workshop, unlisted }: PageRow): boolean => who === 'open' && !workshop && !unlisted;

/** The page's canonical path. */
export const joinUrl = (shopUrl: string, path: string): string => (path === '/' ? `${shopUrl}/` : shopUrl + path);

/** Pages with a modification date of their own. */
const policyByPage = {
  cookiesPolicy: 'cookies',
  privacyPolicy: 'privacy',
  refundPolicy: 'refunds',
  termsAndConditions: 'terms',
  accessibility: 'accessibility',
} as const satisfies Partial<Record<PageName, keyof ShopTexts['policies']>>;

/** Every public page, with its plain URL and one per language, each with its alternates. */
export function renderSitemap(shopUrl: string, policies: ShopTexts['policies'], services: readonly ServiceHead[]): string {
  const slugs = services.filter(({ isListed }) => isListed).map(({ slug }) => slug);
  const entries = listServedPages(true)
    .filter((name) => isInSitemap(getPageRow(name)))
    .flatMap((name) => {
      const { path } = getPageRow(name);
      return path.includes(':') ? slugs.map((id) => ({ name, path: fillPath(path, { id }) })) : [{ name, path }];
    })
    .flatMap(({ name, path }) => {
      const links = listAlternates(joinUrl(shopUrl, path));
      const alternateLinks = links.map(
        ({ language, address }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeHtml(address)}"/>`,
      );
      const lastModified = findLastChange(name, policies);
      return links.map(
        ({ address }) =>
          `<url><loc>${escapeHtml(address)}</loc>${lastModified ? `<lastmod>${lastModified}</lastmod>` : ''}\n${alternateLinks.join('\n')}</url>`,
      );
    });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    // In English only.
    `<url><loc>${escapeHtml(`${shopUrl}/developers`)}</loc></url>`,
    '</urlset>\n',
  ].join('\n');
}

/** The newest date of all languages. */
function findLastChange(name: PageName, policies: ShopTexts['policies']): string | undefined {
  const policy = (policyByPage as Partial<Record<PageName, keyof ShopTexts['policies']>>)[name];
  if (!policy) return undefined;
  return localeNames
    .map((locale) => localizeFile(policies[policy], locale).updated)
    .sort()
    .at(-1);
}

/** Paths that are private or no pages. */
const disallowedPaths = ['/cabinet', '/cart', '/api'] as const;

export const formatRobots = (shopUrl: string): string =>
  ['User-agent: *', 'Allow: /', ...disallowedPaths.map((path) => `Disallow: ${path}`), '', `Sitemap: ${shopUrl}/sitemap.xml`, ''].join(
    '\n',
  );

type ManifestIcon = { readonly src: string; readonly pixels: number; readonly purpose: 'any' | 'maskable' };

export function formatManifest({ name, claim, defaultLocale }: ShopTexts['brand'], paper: string, icons: readonly ManifestIcon[]): string {
  return JSON.stringify({
    name,
    short_name: name,
    description: localizeText(claim, toKnownLocale(defaultLocale)),
    lang: getLanguage(toKnownLocale(defaultLocale)).html,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: paper,
    theme_color: paper,
    icons: icons.map(({ src, pixels, purpose }) => ({ src, sizes: `${pixels}x${pixels}`, type: 'image/png', purpose })),
  });
}
