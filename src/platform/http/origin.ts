// Checks the origin of a request. Browsers send it truthfully; other programs may omit it.
import type { Config } from '../config/config.ts';

type Headers = {
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
};

/**
 * True if a form was sent by a page of ours. Outside production, several host names of this machine are
 * accepted.
 */
export function isOwnForm(headers: Headers, shop: { readonly shopUrl: string; readonly production: boolean }): boolean {
  const { origin, host } = headers;
  // Pages with the policy no-referrer send the origin "null". Sec-Fetch-Site is set by the browser and cannot
  // be forged by a page.
  if (origin === 'null') return headers['sec-fetch-site'] === 'same-origin';
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === new URL(shop.shopUrl).origin || (!shop.production && new URL(origin).host === host);
}

/** Rejects changes from other sites' pages, whatever credentials they carry. */
export const isForeign = (headers: Headers, config: Pick<Config, 'shopUrl' | 'production' | 'corsOrigins'>): boolean =>
  headers.origin !== undefined && !config.corsOrigins.includes(headers.origin) && !isOwnForm(headers, config);

/**
 * True if a change was sent by a page of the desk. Without an Origin header it was not. Outside production,
 * the host may have several names.
 */
export function isDeskForm({ origin, host }: Headers, { deskUrl, production }: Pick<Config, 'deskUrl' | 'production'>): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  if (production) return deskUrl !== undefined && origin === new URL(deskUrl).origin;
  return new URL(origin).host === host;
}

/** In production the desk answers only at the host of DESK_URL, and not without one. */
export const isDeskHost = ({ host }: Headers, { deskUrl }: Pick<Config, 'deskUrl'>): boolean =>
  deskUrl !== undefined && host === new URL(deskUrl).host;
