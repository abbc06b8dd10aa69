// Checks the owner's brand: brand.yaml, and the logos.
import * as z from 'zod/mini';
import { PNG_PREFIX } from '#lib/look/look.ts';
import { BRAND_FILE, type LogoFile, type LogoName, logoNames, type ShopTexts } from '#lib/rendering.ts';
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
import { brandShape } from '../shapes-brand.ts';
import { type LogoErrorCode, logoReasons } from './errors.ts';
import { cleanLogo } from './logo.ts';

const logoKinds = ['svg', 'png'] as const;
const logoShape = z.object({ text: z.string() });
const getText = (logo: Source | undefined): string => logoShape.parse(logo?.value).text;

/** Every file that a brand can have. A version of the brand is a version of each. */
export const brandFiles: readonly string[] = [BRAND_FILE, ...logoNames.flatMap((name) => logoKinds.map((kind) => `${name}.${kind}`))];

export const getLogoFile = (name: LogoName, text: string): string => `${name}.${text.startsWith(PNG_PREFIX) ? 'png' : 'svg'}`;

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
