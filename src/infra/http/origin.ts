// Where a request says that it was made. Browsers say so truly; other programs need not say anything.
import type { Config } from '../config/config.ts';

type Headers = {
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
};

/** A form of ours comes from a page of ours. Outside production the shop is asked by several names of this machine. */
export function isOwnForm(headers: Headers, shop: { readonly shopUrl: string; readonly production: boolean }): boolean {
  const { origin, host } = headers;
  // Of a page with the policy no-referrer, browsers send the origin "null". Sec-Fetch-Site is their own word, which no page can set.
  if (origin === 'null') return headers['sec-fetch-site'] === 'same-origin';
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === new URL(shop.shopUrl).origin || (!shop.production && new URL(origin).host === host);
}

/** What changes something is refused to another site's page, whatever it brought along. */
export const isForeign = (headers: Headers, config: Pick<Config, 'shopUrl' | 'production' | 'corsOrigins'>): boolean =>
  headers.origin !== undefined && !config.corsOrigins.includes(headers.origin) && !isOwnForm(headers, config);
