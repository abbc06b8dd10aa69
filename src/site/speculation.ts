// Speculation rules: a page lets the browser prepare the open page that a visitor points at. A script adds
// the rules: in the document they would take too many bytes, and a header would have them loaded before the
// paint.
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { prepareTagged, sendTagged } from '#platform/http/etag-response.ts';
import { createSecurityHeaders } from '#platform/http/headers.ts';
import { getPageRow, listServedPages } from '../pages.ts';
import { isInSitemap } from './seo/listing.ts';

/** Without a query: a language in the address would set its cookie. */
const patterns = listServedPages(true)
  .map(getPageRow)
  .filter(isInSitemap)
  .map(({ path }) => ({ pathname: path, search: '' }));

/** An inline script, so its hash is in the Content-Security-Policy. */
export const speculationRules = JSON.stringify({
  prerender: [{ where: { href_matches: patterns }, eagerness: 'moderate' }],
});

const script = `document.head.append(Object.assign(document.createElement("script"),{type:"speculationrules",text:${JSON.stringify(speculationRules)}}))`;

export async function serveSpeculation(app: FastifyInstance, config: Config): Promise<void> {
  const file = await prepareTagged(Buffer.from(script), {
    ...createSecurityHeaders(config),
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    vary: 'Accept-Encoding',
  });
  app.get('/speculation.js', (request, reply) => sendTagged(request, reply, file));
}
