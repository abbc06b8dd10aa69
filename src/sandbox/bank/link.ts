// Parses a payment link. The shop's signature authenticates it; still it may only redirect back to the shop.
import * as z from 'zod/mini';
import { toKnownLocale } from '#lib/locale.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import type { Signer } from '#platform/identity/hmac.ts';

const linkShape = z.object({
  paymentId: z.string().check(z.minLength(1), z.maxLength(64)),
  amount: z.int().check(z.gte(1)),
  currency: currencyShape,
  locale: z.pipe(
    z.string(),
    z.transform((locale) => toKnownLocale(locale)),
  ),
  what: z.string().check(z.maxLength(500)),
  expiresAt: z.pipe(
    z.iso.datetime(),
    z.transform((at) => new Date(at)),
  ),
  returnUrl: z.url(),
  /** The payer has let the shop save the means. */
  save: z.optional(z.boolean()),
});

export type BankLink = z.output<typeof linkShape>;

/** Undefined if the signature is invalid. */
export function readLink(token: string, signs: Signer, shopUrl: string): BankLink | undefined {
  const [text = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !signs.isSigned('link', text, signature)) return undefined;
  const link = linkShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  return new URL(link.returnUrl).origin === new URL(shopUrl).origin ? link : undefined;
}
