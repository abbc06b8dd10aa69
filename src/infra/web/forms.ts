// Forms that work without script: posted urlencoded to the page's own address, from a page of ours only, answered with 303 to the same page.
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../lib/refusal.ts';
import { pageRow, pagesServed } from '../../pages.ts';
import type { Config } from '../config.ts';
import { choiceCookies, isOwnForm } from './visitor.ts';

const FORM_BYTES = 8 * 1024;

export function serveForms(app: FastifyInstance, { config, secure }: { config: Config; secure: boolean }): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  for (const name of pagesServed(config.production))
    app.post(pageRow(name).path, (request, reply) => {
      if (!isOwnForm(request.headers, config)) throw new Refusal(403);
      const cookies = choiceCookies((request.body ?? {}) as Record<string, unknown>, secure);
      // The address is a known page's, so it leads nowhere else; the language of the moment must not win over what was just chosen.
      const address = new URL(request.url, config.shopUrl);
      address.searchParams.delete('lang');
      return reply
        .header('set-cookie', cookies)
        .header('cache-control', 'no-store')
        .redirect(address.pathname + address.search, 303);
    });
}
