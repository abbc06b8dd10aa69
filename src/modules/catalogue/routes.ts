// Price routes. Responses are cached as bytes by language, currency and catalogue version.
import type { FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { type Handlers, PrebuiltResponse } from '#platform/http/api-routes.ts';
import { createSecurityHeaders } from '#platform/http/headers.ts';
import { type EncodedResponse, encodeResponse } from '#platform/http/prebuilt-response.ts';
import { type CatalogueModule, expectCurrency } from './actions.ts';

/** Of the client who asks; 0 without a valid token. */
type FindDiscount = (request: FastifyRequest) => Promise<number>;

export function catalogueRoutes(
  config: Config,
  catalogue: CatalogueModule,
  findDiscount: FindDiscount,
): Pick<Handlers, 'POST /api/prices'> {
  const headers = {
    ...createSecurityHeaders(config),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
  };
  let version = '';
  const cache = new Map<string, Promise<EncodedResponse>>();
  return {
    async 'POST /api/prices'({ input, locale, request }) {
      if (version !== catalogue.version()) {
        version = catalogue.version();
        cache.clear();
      }
      const { currency, withArchived = false } = input;
      // Orders stay in the currency in which they were placed.
      expectCurrency(withArchived ? catalogue.currencies().all : catalogue.currencies().sold, currency);
      const discountPercent = await findDiscount(request);
      if (discountPercent > 0) {
        const { prices, allPrices } = catalogue.storefront(locale, currency);
        return { ...(withArchived ? allPrices : prices), discountPercent };
      }
      const key = `${locale} ${currency} ${withArchived}`;
      let prepared = cache.get(key);
      if (!prepared) {
        const { prices, allPrices } = catalogue.storefront(locale, currency);
        const body = Buffer.from(JSON.stringify(withArchived ? allPrices : prices));
        prepared = encodeResponse(body, headers);
        cache.set(key, prepared);
      }
      return new PrebuiltResponse(await prepared);
    },
  };
}
