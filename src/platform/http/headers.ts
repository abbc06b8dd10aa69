// Headers of every answer: helmet's set without those for obsolete browsers, as data, because cached pages
// are sent with prebuilt headers.
import { createHash } from 'node:crypto';
import type { Config } from '../config/config.ts';

const always = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
} as const;

/** "'sha256-…'" of an inline script or style, for the Content-Security-Policy. */
export const hashInline = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Hashes of the inline scripts and styles that are allowed. */
export type Inline = { readonly scripts?: readonly string[]; readonly styles?: readonly string[] };

/**
 * Scripts, styles and calls from our own origin (and the API's); inline ones only by hash; never
 * unsafe-inline.
 */
function formatContentSecurityPolicy(config: Pick<Config, 'apiBase' | 'shopUrl'>, { scripts = [], styles = [] }: Inline): string {
  const apiOrigin = config.apiBase ? [new URL(config.apiBase).origin] : [];
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts.map(hashInline)].join(' '),
    ["style-src 'self'", ...styles.map(hashInline)].join(' '),
    // Pictures of deliveries are fetched with a token, then shown from memory; players have a link.
    "img-src 'self' data: blob:",
    ["media-src 'self'", ...apiOrigin].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...apiOrigin].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(config.shopUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Of files whose name contains a hash of their content. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

/** For answers other than pages: loads only what is listed and cannot be framed. */
export const formatFilePolicy = (...listed: readonly string[]): string =>
  ["default-src 'none'", ...listed, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join('; ');

export function createSecurityHeaders(
  config: Pick<Config, 'apiBase' | 'production' | 'shopUrl'>,
  inline: Inline = {},
): Record<string, string> {
  const secure = config.production && config.shopUrl.startsWith('https:');
  return {
    ...always,
    'content-security-policy': formatContentSecurityPolicy(config, inline),
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
