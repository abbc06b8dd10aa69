// Loads the owner's four policies in every language at start-up, with brand and company values inserted. Reports all errors together.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countryName, type Locale, localeNames } from '../../lib/locale.ts';
import { type PolicyName, type PolicyText, policyNames, type ShopTexts } from '../../lib/rendering.ts';
import { faultLine, isFaults, type SourceFault } from '../../lib/yaml/source.ts';
import { StartFaults } from '../config/config.ts';
import { type PolicyValues, parsePolicyText } from './policy-text.ts';

export type PolicyTexts = ShopTexts['policies'];
export type PolicySources = Pick<ShopTexts, 'brand' | 'company'> & { readonly shopUrl: string };

/** File contents by name. */
export async function readPolicyFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)));
}

export const policyFile = (name: PolicyName, locale: Locale): string => `${name}.${locale}.md`;

/** Throws all errors: the shop must not start without its policies. */
export function policiesOf(files: ReadonlyMap<string, string>, sources: PolicySources): PolicyTexts {
  const policies = parsePolicies(files, sources);
  if (isFaults(policies)) throw new StartFaults(policies.map(faultLine));
  return policies;
}

export function parsePolicies(files: ReadonlyMap<string, string>, sources: PolicySources): PolicyTexts | readonly SourceFault[] {
  const faults: SourceFault[] = [];
  const texts = {} as Record<PolicyName, Record<Locale, PolicyText>>;
  for (const name of policyNames) {
    const own: Partial<Record<Locale, PolicyText>> = {};
    for (const locale of localeNames) {
      const path = `shop/policies/${policyFile(name, locale)}`;
      const text = files.get(policyFile(name, locale));
      if (text === undefined) {
        faults.push({ file: path, line: 1, reason: 'is missing: every policy is needed in every language' });
        continue;
      }
      const parsed = parsePolicyText(path, text, valuesFor(sources, locale));
      if (isFaults(parsed)) faults.push(...parsed);
      else own[locale] = parsed;
    }
    faults.push(...differences(name, own));
    texts[name] = own as Record<Locale, PolicyText>;
  }
  const known = new Set(policyNames.flatMap((name) => localeNames.map((locale) => policyFile(name, locale))));
  for (const file of files.keys())
    if (!known.has(file)) faults.push({ file: `shop/policies/${file}`, line: 1, reason: 'is no policy of the shop' });
  return faults.length > 0 ? faults : texts;
}

function valuesFor({ brand, company, shopUrl }: PolicySources, locale: Locale): PolicyValues {
  const { legalName, registrationNumber, vatId, street, postalCode, city, email, phone } = company;
  const own = { legalName, registrationNumber, vatId, street, postalCode, city, email, phone };
  return {
    'brand.name': brand.name,
    'brand.supportEmail': brand.supportEmail,
    'shop.url': shopUrl,
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`company.${name}`, value])),
    'company.representative': company.representative[locale],
    'company.country': countryName(company.country, locale),
  };
}

/** All languages must have the same version and the same sections, because policies refer to sections by number. */
function differences(name: PolicyName, { en, ...others }: Partial<Record<Locale, PolicyText>>): SourceFault[] {
  if (!en) return [];
  const comparable = ({ updated, version, sections }: PolicyText) => ({ updated, version, 'number of sections': sections.length });
  const englishValues = Object.entries(comparable(en));
  return Object.entries(others).flatMap(([locale, text]) =>
    englishValues
      .filter(([key, value]) => comparable(text)[key as keyof ReturnType<typeof comparable>] !== value)
      .map(([key, value]) => ({
        file: `shop/policies/${name}.${locale}.md`,
        line: 1,
        reason: `its ${key} must be that of English, ${value}`,
      })),
  );
}
