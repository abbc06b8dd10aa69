// Which pages a browser may prerender when a visitor points at a link: open pages with a fixed address, which nothing personal and no query changes. They hold
// until the page is hydrated; then links are followed without a document, and the client removes them.
import { pageRow, pagesServed } from '../../pages.ts';
import { isInSitemap } from '../seo/listing.ts';

const paths = pagesServed(true)
  .map(pageRow)
  .filter((row) => row.server && isInSitemap(row))
  .map(({ path }) => path);

/** Inline in every document; its hash is in the Content-Security-Policy. */
export const prerenderRules = JSON.stringify({
  prerender: [{ where: { and: [{ href_matches: paths }, { not: { href_matches: '/*\\?*' } }] }, eagerness: 'moderate' }],
});
