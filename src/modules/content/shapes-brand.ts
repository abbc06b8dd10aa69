// The brand as it is stored. The form has it with the logos, and without what only its file says.
import * as z from 'zod/mini';
import { isHttpsAddress } from '#lib/https-address.ts';
import { isLanguageTag } from '#lib/language-names.ts';
import { isBuiltIn, type Locale } from '#lib/locale.ts';
import { defaultLook } from '#lib/look/look.ts';
import { shopLookShape } from '#lib/look/shapes.ts';
import { isCurrencyCode } from '#lib/money/currencies.ts';
import { parseSender } from '#lib/people/mail-header.ts';
import type { LogoName } from '#lib/rendering.ts';
import { isDateLocale } from '#lib/time/date.ts';
import { isZone } from '#lib/time/days.ts';
import { ownerWordsShape } from '#lib/words/owner-words-shape.ts';
import { createEditShapes, createFormShape } from './shapes.ts';

const filledShape = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));

export const brandShape = z.strictObject({
  name: filledShape,
  tagline: ownerWordsShape,
  claim: ownerWordsShape,
  defaultLocale: z.pipe(
    z.string().check(z.refine((tag) => isBuiltIn(tag) || isLanguageTag(tag), 'must be one of the languages of the shop')),
    z.transform((tag) => tag as Locale),
  ),
  defaultCurrency: z.optional(z.string().check(z.refine(isCurrencyCode, 'must be the ISO 4217 code of a currency, such as EUR'))),
  dateLocale: z.string().check(z.refine(isDateLocale, 'must be a language tag, such as en-US, or "page" for the language of the page')),
  timeZone: z._default(z.string().check(z.refine(isZone, 'must be a time zone, such as Europe/Oslo')), 'UTC'),
  supportEmail: z.email(),
  mailFrom: z
    .string()
    .check(z.refine((text) => parseSender(text) !== undefined, 'must be an address, such as "Fanfare <hello@shop.example>"')),
  look: z._default(shopLookShape, defaultLook),
  social: z._default(
    z.array(
      z.strictObject({
        name: filledShape,
        url: z.string().check(z.refine(isHttpsAddress, 'must be an address that begins with https://')),
      }),
    ),
    [],
  ),
  logoIncludesName: z._default(z.boolean(), false),
  noGeneratedText: z._default(z.boolean(), false),
  showsMakers: z._default(z.boolean(), false),
});

export const brandFileOnly = ['defaultLocale', 'defaultCurrency', 'dateLocale', 'timeZone', 'noGeneratedText', 'showsMakers'] as const;

/** 256 kB as a data URL. */
const LOGO_CHARS = 360_000;

export type BrandForm = Omit<z.output<typeof brandShape>, (typeof brandFileOnly)[number]> & {
  /** SVG source, or a PNG as a data URL; null if there is none. */
  readonly logos: Readonly<Record<LogoName, string | null>>;
};

export const brandShapes = createEditShapes({}, { text: createFormShape<BrandForm>(LOGO_CHARS) }, {});
export type BrandDetails = z.output<typeof brandShapes.details>;
