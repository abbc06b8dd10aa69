// Price routes. Responses are cached as bytes by language, currency and catalogue version.
import type { Config } from '../../infra/config/config.ts';
import { type Handlers, PrebuiltResponse } from '../../infra/http/api-routes.ts';
import { securityHeaders } from '../../infra/http/headers.ts';
import { type EncodedResponse, prepare } from '../../infra/http/prebuilt-response.ts';
import type { CatalogueRoom } from './actions.ts';

export function catalogueRoutes(config: Config, catalogue: CatalogueRoom): Pick<Handlers, 'POST /api/prices'> {
  const headers = { ...securityHeaders(config), 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-cache' };
  let version = '';
  const kept = new Map<string, Promise<EncodedResponse>>();
  return {
    async 'POST /api/prices'({ input, locale }) {
      if (version !== catalogue.version()) {
        version = catalogue.version();
        kept.clear();
      }
      const key = `${locale}${input.currency}`;
      let prepared = kept.get(key);
      if (!prepared) {
        const body = Buffer.from(JSON.stringify(catalogue.storefront(locale, input.currency).prices));
        prepared = prepare(body, headers);
        kept.set(key, prepared);
      }
      return new PrebuiltResponse(await prepared);
    },
  };
}
