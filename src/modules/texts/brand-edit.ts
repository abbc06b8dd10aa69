// Edits the brand at the desk: brand.yaml and the logos get one version together. Drafts pass the same checks
// as files. Loaded lazily.
import { parse } from 'yaml';
import { defaultLook, type ShopLook } from '#lib/look/look.ts';
import type { Operator } from '#lib/people/operator.ts';
import { BRAND_FILE, type LogoName, logoNames, type ShopTexts } from '#lib/rendering.ts';
import { UserError } from '#lib/user-error.ts';
import { writeYaml } from '#lib/yaml/edit.ts';
import { isSame } from '#lib/yaml/merge.ts';
import { isFaults, type SourceFault } from '#lib/yaml/source.ts';
import type { DbClient } from '#platform/database/database.ts';
import { lockFolder } from './queries.ts';
import { createFormError, formatReason, nothingChanged } from './rules.ts';
import type { BrandDraft } from './shapes-brand.ts';
import { brandFiles, fileOfLogo, parseBrand } from './source/brand.ts';
import { currentTexts, textsAt, versionNumber, writeTexts } from './versions.ts';

type Files = ReadonlyMap<string, string>;
type BrandYaml = Pick<BrandDraft, 'name' | 'tagline' | 'claim' | 'supportEmail' | 'mailFrom'> & {
  readonly social?: BrandDraft['social'];
  readonly look?: Partial<ShopLook>;
  readonly logoIncludesName?: boolean;
};

const exportFiles = (texts: ReadonlyMap<string, { readonly text: string }>): Files =>
  new Map([...texts].map(([file, { text }]) => [file, text]));

export async function openBrandText(of: DbClient): Promise<BrandDraft & { readonly number: number }> {
  const now = await currentTexts(of, 'brand');
  return { ...draftOf(exportFiles(now)), number: versionNumber(now, BRAND_FILE) };
}

export async function brandAt(of: DbClient, number: number): Promise<BrandDraft> {
  const old = await textsAt(of, 'brand', brandFiles, number);
  if (!old.has(BRAND_FILE)) throw new UserError(404);
  return draftOf(old);
}

function draftOf(files: Files): BrandDraft {
  const { look, logoIncludesName = false, social = [], ...rest } = parse(files.get(BRAND_FILE) ?? '') as BrandYaml;
  const { name, tagline, claim, supportEmail, mailFrom } = rest;
  const logos = Object.fromEntries(logoNames.map((each) => [each, textOfLogo(files, each) ?? null])) as BrandDraft['logos'];
  return { name, tagline, claim, social, look: { ...defaultLook, ...look }, logos, logoIncludesName, supportEmail, mailFrom };
}

const textOfLogo = (files: Files, name: LogoName): string | undefined => files.get(`${name}.svg`) ?? files.get(`${name}.png`);

/** `number`: the version that the draft was checked against. */
export type PreparedBrand = { readonly brand: ShopTexts['brand']; readonly files: Files; readonly number: number };

/** Checks a draft. Saves nothing. Call outside of a transaction: logos are drawn in a worker thread. */
export async function makeBrand(of: DbClient, draft: BrandDraft): Promise<PreparedBrand> {
  const now = await currentTexts(of, 'brand');
  const { logos: _, look, ...rest } = draft;
  const yaml = writeYaml(now.get(BRAND_FILE)?.text ?? '', { ...rest, look: { accent: undefined, ...look } });
  const logos = logoNames.flatMap((each) => {
    const text = draft.logos[each];
    return text === null ? [] : [[fileOfLogo(each, text), text] as const];
  });
  const files = new Map([[BRAND_FILE, yaml], ...logos]);
  const brand = await parseBrand(files);
  if (isFaults(brand)) throw toFormError(brand);
  return { brand, files, number: versionNumber(now, BRAND_FILE) };
}

type SaveBrandOptions = {
  readonly made: PreparedBrand;
  readonly draft: BrandDraft;
  readonly from: number;
  readonly why: string;
  readonly by: Operator;
  readonly at: Date;
};
type SavedBrand = { readonly saved: false; readonly isOld: boolean } | { readonly saved: true; readonly number: number };

/** Saves the draft as the current version. Fails if a newer version exists. */
export async function saveBrand(tx: DbClient, { made, draft, from, why, by, at }: SaveBrandOptions): Promise<SavedBrand> {
  await lockFolder(tx, 'brand');
  const now = await currentTexts(tx, 'brand');
  const number = versionNumber(now, BRAND_FILE);
  if (number !== from) return { saved: false, isOld: false };
  if (number !== made.number) return { saved: false, isOld: true };
  if (isSame(draftOf(exportFiles(now)), draft)) throw nothingChanged();
  const files = brandFiles.map((file) => ({ file, text: made.files.get(file) ?? null }));
  await writeTexts(tx, { folder: 'brand', files, by, why, at });
  return { saved: true, number: from + 1 };
}

const logoLabels: Readonly<Record<LogoName, string>> = { logo: 'Logo', 'logo-dark': 'Logo for dark pages', icon: 'Icon' };

const toFormError = (faults: readonly SourceFault[]): UserError =>
  createFormError(
    faults.map(({ file, path, reason }) => {
      const logo = logoNames.find((name) => file.endsWith(`/${name}.svg`) || file.endsWith(`/${name}.png`));
      return logo
        ? { field: `logos.${logo}`, place: logoLabels[logo], sentence: `This file ${reason}.` }
        : { field: path, place: '', sentence: formatReason(reason.replace(`${path}: `, '')) };
    }),
  );
