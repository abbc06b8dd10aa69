// Reads the owner's brand: shop/brand.yaml, and the logo files in shop/brand.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isHttpsAddress } from '#lib/https-address.ts';
import { isLanguageTag } from '#lib/language-names.ts';
import { isBuiltIn, type Locale } from '#lib/locale.ts';
import { defaultLook, MAX_LOGO_BYTES, PNG_PREFIX } from '#lib/look/look.ts';
import { shopLookShape } from '#lib/look/shapes.ts';
import { isCurrencyCode } from '#lib/money/currencies.ts';
import { parseSender } from '#lib/people/mail-header.ts';
import { BRAND_FILE, type LogoFile, type LogoName, logoNames, type ShopTexts } from '#lib/rendering.ts';
import { isDateLocale } from '#lib/time/date.ts';
import { isZone } from '#lib/time/days.ts';
import { ownerWordsShape } from '#lib/words/owner-words-shape.ts';
import { parseYaml } from '#lib/yaml/parse.ts';
import { faultLine, isFaults, type SourceFault } from '#lib/yaml/source.ts';
import { StartFaults } from '#platform/config/config.ts';
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

/** Every file that a brand can have. A version of the brand is a version of each. */
export const brandFiles: readonly string[] = [BRAND_FILE, ...logoNames.flatMap((name) => logoKinds.map((kind) => `${name}.${kind}`))];

export const fileOfLogo = (name: LogoName, text: string): string => `${name}.${text.startsWith(PNG_PREFIX) ? 'png' : 'svg'}`;

/** brand.yaml and the logo files that exist, by name. */
export async function readBrandFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map([[BRAND_FILE, await readFile(join(folder, BRAND_FILE), 'utf8')]]);
  for (const name of brandFiles.slice(1)) {
    const bytes = await readFile(join(folder, 'brand', name)).catch(() => undefined);
    if (!bytes) continue;
    // A larger file is refused for its size, whatever else is in it.
    const read = bytes.subarray(0, MAX_LOGO_BYTES + 1024);
    files.set(name, name.endsWith('.png') ? PNG_PREFIX + read.toString('base64') : read.toString('utf8'));
  }
  return files;
}

/** Throws all faults: the shop must not start with a wrong brand. */
export async function readBrand(files: ReadonlyMap<string, string>): Promise<ShopTexts['brand']> {
  const brand = await parseBrand(files);
  if (isFaults(brand)) throw new StartFaults(brand.map(faultLine));
  return brand;
}

export async function parseBrand(files: ReadonlyMap<string, string>): Promise<ShopTexts['brand'] | readonly SourceFault[]> {
  const parsed = parseYaml(`shop/${BRAND_FILE}`, files.get(BRAND_FILE) ?? '', brandShape);
  if (isFaults(parsed)) return parsed;
  const { logoIncludesName, ...brand } = parsed.value;
  const faults: SourceFault[] = [];
  const logo: Partial<Record<LogoName, LogoFile>> = {};
  for (const name of logoNames) {
    const [file, other] = logoKinds.map((kind) => `${name}.${kind}`).filter((each) => files.has(each));
    if (file === undefined) continue;
    const fault = (reason: string) => faults.push({ file: `shop/brand/${file}`, line: 1, reason });
    if (other !== undefined) {
      fault(`is there beside ${other}: keep one of them`);
      continue;
    }
    const clean = await cleanLogo(name, files.get(file) ?? '');
    if ('reason' in clean) fault(clean.reason);
    else logo[name] = clean;
  }
  if (logo['logo-dark'] && !logo.logo)
    faults.push({ file: 'shop/brand/logo-dark.svg', line: 1, reason: 'is for dark pages: add the logo itself' });
  if (faults.length > 0) return faults;
  const { logo: light, 'logo-dark': dark, icon } = logo;
  return {
    ...brand,
    ...(icon ? { icon } : {}),
    ...(light ? { logo: { light, ...(dark ? { dark } : {}), includesName: logoIncludesName } } : {}),
  };
}
