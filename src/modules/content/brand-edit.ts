// Edits the brand at the desk: brand.yaml and the logos get one version together. Loaded lazily.
import { BRAND_FILE, logoNames, type ShopTexts } from '#lib/rendering.ts';
import type { SourceError } from '#lib/yaml/source.ts';
import { type EditedKind, type EditedShape, toForm, toStored } from './edit.ts';
import { type FormError, formatReason, toFieldPath, withoutPath } from './rules.ts';
import type { ContentValue } from './shapes.ts';
import { type BrandForm, brandFileOnly, brandShape } from './shapes-brand.ts';
import { brandFiles, getLogoFile, parseBrand } from './source/brand.ts';
import { toSources } from './sources.ts';

const editedShape: EditedShape = { shape: brandShape, inFileOnly: brandFileOnly };

/** Logos are drawn in a worker thread, so drafts are prepared outside of a transaction. */
export const editedBrand: EditedKind<'brand', BrandForm, ShopTexts['brand']> = {
  folder: 'brand',
  files: () => brandFiles,
  async read(_, stored) {
    const value = stored.get(BRAND_FILE);
    const logos = logoNames.map((name) => [name, (stored.get(`${name}.svg`) ?? stored.get(`${name}.png`))?.text ?? null]);
    return value && ({ ...toForm(editedShape, value), logos: Object.fromEntries(logos) } as BrandForm);
  },
  async write(_, { logos, ...text }, stored) {
    const texts = logoNames.flatMap((name) =>
      typeof logos?.[name] === 'string' ? [[getLogoFile(name, logos[name]), logos[name]] as const] : [],
    );
    const files = new Map<string, ContentValue | null>(brandFiles.map((file) => [file, null]));
    files.set(BRAND_FILE, toStored(editedShape, stored.get(BRAND_FILE) ?? {}, text));
    for (const [file, svg] of texts) files.set(file, { text: svg });
    return files;
  },
  check: async (_, values) => parseBrand(toSources('brand', values)),
  describe: describeBrandError,
};

const logoLabels: Readonly<Record<string, string>> = { logo: 'Logo', 'logo-dark': 'Logo for dark pages', icon: 'Icon' };

function describeBrandError(_: unknown, { path = '', reason, code }: SourceError): FormError {
  const [, logo] = /^logos\.(.+)$/.exec(path) ?? [];
  if (logo) return { field: `text.${path}`, place: logoLabels[logo] ?? '', sentence: `This file ${reason}.` };
  return { field: toFieldPath(path), place: '', sentence: describeField(path, code) ?? formatReason(withoutPath(reason, path)) };
}

function describeField(path: string, code: string): string | undefined {
  if (path === 'look.accent') return 'Enter a color such as #1f5fd0.';
  if (path.endsWith('.url')) return 'Enter the full address, beginning with https://.';
  return code === 'too-small' ? 'Fill in this field.' : undefined;
}
