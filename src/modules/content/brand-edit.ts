// Edits the brand at the desk: brand.yaml and the logos get one version together. Drafts pass the same checks
// as files. Loaded lazily.
import { defaultLook, type ShopLook } from '#lib/look/look.ts';
import { BRAND_FILE, type LogoName, logoNames, type ShopTexts } from '#lib/rendering.ts';
import { UserError } from '#lib/user-error.ts';
import { isSame, mergeValue } from '#lib/yaml/merge.ts';
import { isSourceErrors, type SourceError } from '#lib/yaml/source.ts';
import type { DbClient } from '#platform/database/database.ts';
import { lockFolder } from './queries.ts';
import { createFormError, formatReason, nothingChanged, withoutPath } from './rules.ts';
import type { ContentValue } from './shapes.ts';
import type { BrandDraft } from './shapes-brand.ts';
import { brandFiles, fileOfLogo, parseBrand } from './source/brand.ts';
import { toSources } from './sources.ts';
import { contentAt, currentContent, getValues, type Saved, type SaveOptions, versionNumber, writeContent } from './versions.ts';

type BrandValues = ReadonlyMap<string, ContentValue>;
type StoredBrand = Pick<BrandDraft, 'name' | 'tagline' | 'claim' | 'supportEmail' | 'mailFrom'> & {
  readonly social?: BrandDraft['social'];
  readonly look?: Partial<ShopLook>;
  readonly logoIncludesName?: boolean;
};

export async function openBrandText(of: DbClient): Promise<BrandDraft & { readonly number: number }> {
  const now = await currentContent(of, 'brand');
  return { ...draftOf(getValues(now)), number: versionNumber(now, BRAND_FILE) };
}

export async function brandAt(of: DbClient, number: number): Promise<BrandDraft> {
  const old = await contentAt(of, 'brand', brandFiles, number);
  if (!old.has(BRAND_FILE)) throw new UserError(404);
  return draftOf(old);
}

function draftOf(values: BrandValues): BrandDraft {
  const { look, logoIncludesName = false, social = [], ...rest } = values.get(BRAND_FILE) as StoredBrand;
  const { name, tagline, claim, supportEmail, mailFrom } = rest;
  const logos = Object.fromEntries(logoNames.map((each) => [each, textOfLogo(values, each) ?? null])) as BrandDraft['logos'];
  return { name, tagline, claim, social, look: { ...defaultLook, ...look }, logos, logoIncludesName, supportEmail, mailFrom };
}

const textOfLogo = (values: BrandValues, name: LogoName): string | undefined =>
  (values.get(`${name}.svg`) ?? values.get(`${name}.png`))?.text as string | undefined;

/** `number`: the version that the draft was checked against. */
export type PreparedBrand = { readonly brand: ShopTexts['brand']; readonly values: BrandValues; readonly number: number };

/** Checks a draft. Saves nothing. Call outside of a transaction: logos are drawn in a worker thread. */
export async function makeBrand(of: DbClient, draft: BrandDraft): Promise<PreparedBrand> {
  const now = await currentContent(of, 'brand');
  const { logos: _, look, ...rest } = draft;
  const value = mergeValue(now.get(BRAND_FILE)?.value ?? {}, { ...rest, look });
  const logos = logoNames.flatMap((each) => {
    const text = draft.logos[each];
    return text === null ? [] : [[fileOfLogo(each, text), { text }] as const];
  });
  const values = new Map<string, ContentValue>([[BRAND_FILE, value], ...logos]);
  const brand = await parseBrand(toSources('brand', values));
  if (isSourceErrors(brand)) throw toFormError(brand);
  return { brand, values, number: versionNumber(now, BRAND_FILE) };
}

/** Saves the draft as the current version. Fails if a newer version exists. */
export async function saveBrand(tx: DbClient, { made, draft, from, why, by, at }: SaveOptions<PreparedBrand, BrandDraft>): Promise<Saved> {
  await lockFolder(tx, 'brand');
  const now = await currentContent(tx, 'brand');
  const number = versionNumber(now, BRAND_FILE);
  if (number !== from) return { saved: false, isOld: false };
  if (number !== made.number) return { saved: false, isOld: true };
  if (isSame(draftOf(getValues(now)), draft)) throw nothingChanged();
  const files = brandFiles.map((file) => ({ file, value: made.values.get(file) ?? null }));
  await writeContent(tx, { folder: 'brand', files, by, why, at });
  return { saved: true, number: from + 1 };
}

const logoLabels: Readonly<Record<string, string>> = { logo: 'Logo', 'logo-dark': 'Logo for dark pages', icon: 'Icon' };

const toFormError = (errors: readonly SourceError[]): UserError =>
  createFormError(
    errors.map(({ path = '', reason }) => {
      const [, logo] = /^logos\.(.+)$/.exec(path) ?? [];
      return logo
        ? { field: path, place: logoLabels[logo] ?? '', sentence: `This file ${reason}.` }
        : { field: path, place: '', sentence: describeField(path) ?? formatReason(withoutPath(reason, path)) };
    }),
  );

const describeField = (path: string): string | undefined =>
  path === 'look.accent'
    ? 'Enter a color such as #1f5fd0.'
    : path.endsWith('.url')
      ? 'Enter the full address, beginning with https://.'
      : undefined;
