// The owner's policies, read at start: four texts in every language, with the values of brand and company put in. All faults are named at once.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countryName, type Locale, localeNames } from '../../lib/locale.ts';
import { type PolicyName, type PolicyText, policyNames, type ShopTexts } from '../../lib/rendering.ts';
import { isFaults, type SourceFault } from '../../lib/yaml-source.ts';
import { type PolicyValues, parsePolicy } from './policy-text.ts';

export type PolicyTexts = ShopTexts['policies'];
type Sources = Pick<ShopTexts, 'brand' | 'company'> & { readonly shopUrl: string };

export async function readPolicies(folder: string, sources: Sources): Promise<PolicyTexts | readonly SourceFault[]> {
  const faults: SourceFault[] = [];
  const present = new Set((await readdir(folder)).filter((name) => name.endsWith('.md') && name !== 'README.md'));
  const texts = {} as Record<PolicyName, Record<Locale, PolicyText>>;
  for (const name of policyNames) {
    const own: Partial<Record<Locale, PolicyText>> = {};
    for (const locale of localeNames) {
      const file = `${name}.${locale}.md`;
      const path = `shop/policies/${file}`;
      if (!present.delete(file)) {
        faults.push({ file: path, line: 1, reason: 'is missing: every policy is needed in every language' });
        continue;
      }
      const parsed = parsePolicy(path, await readFile(join(folder, file), 'utf8'), valuesFor(sources, locale));
      if (isFaults(parsed)) faults.push(...parsed);
      else own[locale] = parsed;
    }
    faults.push(...differences(name, own));
    texts[name] = own as Record<Locale, PolicyText>;
  }
  for (const file of present) faults.push({ file: `shop/policies/${file}`, line: 1, reason: 'is no policy of the shop' });
  return faults.length > 0 ? faults : texts;
}

function valuesFor({ brand, company, shopUrl }: Sources, locale: Locale): PolicyValues {
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

/** Who reads another language reads the same version of the same sections; they refer to one another by number. */
function differences(name: PolicyName, { en, ...others }: Partial<Record<Locale, PolicyText>>): SourceFault[] {
  if (!en) return [];
  const told = ({ updated, version, sections }: PolicyText) => ({ updated, version, 'number of sections': sections.length });
  const wanted = Object.entries(told(en));
  return Object.entries(others).flatMap(([locale, text]) =>
    wanted
      .filter(([key, value]) => told(text)[key as keyof ReturnType<typeof told>] !== value)
      .map(([key, value]) => ({
        file: `shop/policies/${name}.${locale}.md`,
        line: 1,
        reason: `its ${key} must be that of English, ${value}`,
      })),
  );
}
