// Serves /.well-known/security.txt (RFC 9116). The contact address comes from shop/brand.yaml.
import type { FastifyInstance } from 'fastify';
import { getLanguage, localeNames } from '#lib/locale.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import type { AppContext } from '#platform/app-context.ts';

const PATH = '/.well-known/security.txt';
/** Generated for each answer, so it only has to outlast caches. RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

const formatSecurityTxt = (shopUrl: string, supportEmail: string, now: Date): string =>
  [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${new Date(now.getTime() + VALID_DAYS * DAY_MS).toISOString()}`,
    `Preferred-Languages: ${localeNames.map((name) => getLanguage(name).html).join(', ')}`,
    `Canonical: ${shopUrl}${PATH}`,
    '',
  ].join('\r\n');

export function serveSecurityTxt(app: FastifyInstance, { config, clock }: Pick<AppContext, 'clock' | 'config'>, shop: ShopTexts): void {
  app.get(PATH, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(formatSecurityTxt(config.shopUrl, shop.brand.supportEmail, clock.now())),
  );
}
