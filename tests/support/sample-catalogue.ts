// The catalogue of the owner's files without a database, and the numbers and platforms that the contract
// gives them.
import { join } from 'node:path';
import { newNumbers } from '#modules/catalogue/keys.ts';
import { catalogueRows, currencyRows, toCatalogue } from '#modules/catalogue/rows.ts';
import type { Catalogue } from '#modules/catalogue/rules.ts';
import { readCatalogueFiles } from '#modules/catalogue/source/files.ts';
import type { BriefPlatform } from '#modules/fulfilment/maker.ts';

export const ServiceType = {
  SocialBoosts: 0,
  BrandStories: 1,
  QuickReads: 2,
  CatchyPhrases: 3,
  ContentChecker: 4,
  HashtagMagic: 5,
  GrowthAcceleratorBundle: 6,
  BrandExpansionSuite: 7,
  AuthorityBuilderPro: 8,
  EnterpriseContentLab: 9,
} as const;

export const Platform = { X: 0, Telegram: 1, Instagram: 2, Discord: 3, Facebook: 4, Linkedin: 5 } as const;

async function catalogueOfFiles(): Promise<Catalogue> {
  const { source, currencies } = await readCatalogueFiles(join(import.meta.dirname, '../../shop/catalogue'));
  const keys = source.services.map(({ key }) => key);
  const rows = catalogueRows(source, newNumbers(keys, new Map(), source.common.numbers));
  return toCatalogue({ ...rows, currencies: currencyRows(currencies) }, 'files');
}

export const sampleCatalogue = await catalogueOfFiles();

/** As a brief names it. */
export function samplePlatform(number: number): BriefPlatform {
  const found = sampleCatalogue.platforms.find(({ platform }) => platform === number);
  if (!found) throw new Error(`there is no platform ${number}`);
  return { key: String(found.key), name: found.name, ...found.posts };
}
