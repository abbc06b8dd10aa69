// Speculation rules: before its scripts are loaded, a page lets the browser prepare the open page that a visitor points at. A header names the rules, so that
// they are in no document.
import type { FastifyInstance } from 'fastify';
import { pageRow, pagesServed } from '../../pages.ts';
import type { Config } from '../config/config.ts';
import { prepareTagged, sendTagged } from '../http/etag-response.ts';
import { securityHeaders } from '../http/headers.ts';
import { isInSitemap } from '../seo/listing.ts';

const ADDRESS = '/speculation.json';

export const speculationHeader = { 'speculation-rules': `"${ADDRESS}"` } as const;

/** Without a query: a language in the address would set its cookie. */
const patterns = pagesServed(true)
  .map(pageRow)
  .filter(isInSitemap)
  .map(({ path }) => ({ pathname: path, search: '' }));

/** A live page shows the next one itself, so a prepared document would be for nothing. */
const isBeforeScripts = { selector_matches: ':root:not([data-live="1"]) a' };

const rules = { prerender: [{ where: { and: [{ href_matches: patterns }, isBeforeScripts] }, eagerness: 'moderate' }] };

export async function serveSpeculation(app: FastifyInstance, config: Config): Promise<void> {
  const file = await prepareTagged(Buffer.from(JSON.stringify(rules)), {
    ...securityHeaders(config),
    'content-type': 'application/speculationrules+json',
    'cache-control': 'public, max-age=3600',
    vary: 'Accept-Encoding',
  });
  app.get(ADDRESS, (request, reply) => sendTagged(request, reply, file));
}
