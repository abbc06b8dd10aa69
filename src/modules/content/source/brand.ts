// Checks the owner's brand: brand.yaml, and the logos.
import * as z from 'zod/mini';
import { isHttpsAddress } from '#lib/https-address.ts';
import { isLanguageTag } from '#lib/language-names.ts';
import { isBuiltIn, type Locale } from '#lib/locale.ts';
import { defaultLook, PNG_PREFIX } from '#lib/look/look.ts';
import { shopLookShape } from '#lib/look/shapes.ts';
import { isCurrencyCode } from '#lib/money/currencies.ts';
import { parseSender } from '#lib/people/mail-header.ts';
import { BRAND_FILE, type LogoFile, type LogoName, logoNames, type ShopTexts } from '#lib/rendering.ts';
import { isDateLocale } from '#lib/time/date.ts';
import { isZone } from '#lib/time/days.ts';
import { ownerWordsShape } from '#lib/words/owner-words-shape.ts';
import { checkSource } from '#lib/yaml/check.ts';
import {
  createLineErrorBuilder,
  createSource,
  type ErrorValues,
  formatSourceError,
  isSourceErrors,
  type Source,
  type SourceError,
  type Sources,
} from '#lib/yaml/source.ts';
import { StartError } from '#platform/config/config.ts';
import { type LogoErrorCode, logoReasons } from './errors.ts';
import { cleanLogo } from './logo.ts';

const filled = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));

const brandShape = z.strictObject({
  name: filled,
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
      z.strictObject({ name: filled, url: z.string().check(z.refine(isHttpsAddress, 'must be an address that begins with https://')) }),
    ),
    [],
  ),
  logoIncludesName: z._default(z.boolean(), false),
  noGeneratedText: z._default(z.boolean(), false),
  showsMakers: z._default(z.boolean(), false),
});

const logoKinds = ['svg', 'png'] as const;
const logoShape = z.object({ text: z.string() });
const getText = (logo: Source | undefined): string => logoShape.parse(logo?.value).text;

/** Every file that a brand can have. A version of the brand is a version of each. */
export const brandFiles: readonly string[] = [BRAND_FILE, ...logoNames.flatMap((name) => logoKinds.map((kind) => `${name}.${kind}`))];

export const fileOfLogo = (name: LogoName, text: string): string => `${name}.${text.startsWith(PNG_PREFIX) ? 'png' : 'svg'}`;

/** Throws all errors: the shop must not start with a wrong brand. */
export async function readBrand(files: Sources): Promise<ShopTexts['brand']> {
  const brand = await parseBrand(files);
  if (isSourceErrors(brand)) throw new StartError(brand.map(formatSourceError));
  return brand;
}

export async function parseBrand(files: Sources): Promise<ShopTexts['brand'] | readonly SourceError[]> {
  const parsed = checkSource(files.get(BRAND_FILE) ?? createSource(`shop/${BRAND_FILE}`, null), brandShape);
  if (isSourceErrors(parsed)) return parsed;
  const { logoIncludesName, ...brand } = parsed.value;
  const errors: SourceError[] = [];
  const logo: Partial<Record<LogoName, LogoFile>> = {};
  for (const name of logoNames) {
    const [file, other] = logoKinds.map((kind) => `${name}.${kind}`).filter((each) => files.has(each));
    if (file === undefined) continue;
    const refuse = (code: LogoErrorCode, values: ErrorValues = {}) =>
      errors.push(createLineErrorBuilder(logoReasons, `shop/brand/${file}`)(code, values, { path: `logos.${name}` }));
    if (other !== undefined) {
      refuse('beside-other', { other });
      continue;
    }
    const clean = await cleanLogo(name, getText(files.get(file)));
    if ('code' in clean) refuse(clean.code, clean.values);
    else logo[name] = clean;
  }
  if (logo['logo-dark'] && !logo.logo)
    errors.push(createLineErrorBuilder(logoReasons, 'shop/brand/logo-dark.svg')('dark-alone', {}, { path: 'logos.logo-dark' }));
  if (errors.length > 0) return errors;
  const { logo: light, 'logo-dark': dark, icon } = logo;
  return {
    ...brand,
    ...(icon ? { icon } : {}),
    ...(light ? { logo: { light, ...(dark ? { dark } : {}), includesName: logoIncludesName } } : {}),
  };
}
