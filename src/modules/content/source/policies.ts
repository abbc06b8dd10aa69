// Checks the owner's policies in every language, with brand and company values inserted. Reports all errors
// together.
import { join } from 'node:path';
import { isLanguageTag } from '#lib/language-names.ts';
import {
  type BuiltInLocale,
  builtInLocales,
  fallbackLocale,
  getCountryName,
  getLanguage,
  type InLocales,
  isBuiltIn,
  isNeeded,
  type Locale,
  localeNames,
} from '#lib/locale.ts';
import { type PolicyName, type PolicyText, policyNames, type ShopTexts } from '#lib/rendering.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import {
  createLineErrorBuilder,
  type ErrorValues,
  formatSourceError,
  isSourceErrors,
  type SourceError,
  type Sources,
} from '#lib/yaml/source.ts';
import { StartError } from '#platform/config/config.ts';
import { defaultShop } from '#platform/paths.ts';
import { describeAccessibilityAuthority } from './accessibility-authority.ts';
import { type PolicyErrorCode, policyReasons } from './errors.ts';
import { type PolicyValues, parsePolicyText } from './policy-text.ts';

export type PolicyTexts = ShopTexts['policies'];
export type PolicySources = Pick<ShopTexts, 'brand' | 'company'> & { readonly shopUrl: string };

export const defaultPolicyFolder = join(defaultShop, 'policies');

export const getPolicyFile = (name: PolicyName, locale: Locale): string => `${name}.${locale}.md`;

/** Throws all errors: the shop must not start without its policies. */
export function readPolicies(files: Sources, sources: PolicySources): PolicyTexts {
  const policies = parsePolicies(files, sources);
  if (isSourceErrors(policies)) throw new StartError(policies.map(formatSourceError));
  return policies;
}

export function parsePolicies(files: Sources, sources: PolicySources): PolicyTexts | readonly SourceError[] {
  const errors: SourceError[] = [];
  const texts = {} as Record<PolicyName, InLocales<PolicyText>>;
  for (const name of policyNames) {
    const own: Partial<Record<BuiltInLocale, PolicyText>> & Partial<Record<Locale, PolicyText>> = {};
    for (const locale of new Set([...builtInLocales, ...localeNames])) {
      const source = files.get(getPolicyFile(name, locale));
      if (source === undefined) {
        if (isBuiltIn(locale) && isNeeded(locale)) errors.push(createPolicyError(getPolicyFile(name, locale), 'language-missing'));
        continue;
      }
      const parsed = parsePolicyText(source, getPolicyValues(sources, locale));
      if (!isSourceErrors(parsed)) own[locale] = parsed;
      else errors.push(...parsed);
    }
    errors.push(...listLanguageDifferences(name, own));
    texts[name] = withoutGaps(own);
  }
  for (const file of files.keys()) if (!isPolicyFile(file)) errors.push(createPolicyError(file, 'no-policy'));
  return errors.length > 0 ? errors : texts;
}

const createPolicyError = (file: string, code: PolicyErrorCode, values: ErrorValues = {}): SourceError =>
  createLineErrorBuilder(policyReasons, `shop/policies/${file}`)(code, values, { path: 'markdown' });

/** Also those of languages that the shop does not have at present. */
function isPolicyFile(file: string): boolean {
  const [name = '', locale = '', ...rest] = file.split('.');
  return rest.join('.') === 'md' && policyNames.some((each) => each === name) && (isBuiltIn(locale) || isLanguageTag(locale));
}

/** A translation into an added language that is not of the same version is not shown. */
function withoutGaps(own: Partial<Record<Locale, PolicyText>>): InLocales<PolicyText> {
  const fallback = own[fallbackLocale];
  const current = Object.entries(own).filter(([locale, text]) => isBuiltIn(locale) || isSame(fallback, text));
  const gaps = builtInLocales.filter((locale) => !own[locale]).map((locale) => [locale, fallback]);
  return Object.fromEntries([...gaps, ...current]) as InLocales<PolicyText>;
}

const isSame = (a: PolicyText | undefined, b: PolicyText | undefined): boolean =>
  a !== undefined && b !== undefined && a.version === b.version && a.updated === b.updated && a.sections.length === b.sections.length;

function getPolicyValues({ brand, company, shopUrl }: PolicySources, locale: Locale): PolicyValues {
  const { legalName, registrationNumber, vatId, street, postalCode, city, email, phone } = company;
  const own = { legalName, registrationNumber, vatId, street, postalCode, city, email, phone };
  return {
    'brand.name': brand.name,
    'brand.supportEmail': brand.supportEmail,
    'shop.url': shopUrl,
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`company.${name}`, value])),
    'company.representative': localizeText(company.representative, locale),
    'company.country': getCountryName(company.country, locale),
    'accessibility.authority': describeAccessibilityAuthority(company.country, locale),
  };
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/**
 * All languages must have the same version and the same sections, because policies refer to sections by
 * number.
 */
function listLanguageDifferences(
  name: PolicyName,
  { [fallbackLocale]: first, ...others }: Partial<Record<Locale, PolicyText>>,
): SourceError[] {
  if (!first) return [];
  const comparable = ({ updated, version, sections }: PolicyText) => ({ updated, version, 'number of sections': sections.length });
  const firstValues = Object.entries(comparable(first));
  const checked = Object.entries(others).flatMap(([locale, text]) =>
    isBuiltIn(locale) && isNeeded(locale) && text ? [[locale, text] as const] : [],
  );
  return checked.flatMap(([locale, text]) =>
    firstValues
      .filter(([key, value]) => comparable(text)[key as keyof ReturnType<typeof comparable>] !== value)
      .map(([key, value]) => {
        const language = languageNames.of(getLanguage(fallbackLocale).html) ?? '';
        return createPolicyError(getPolicyFile(name, locale), 'differs', { key, language, value });
      }),
  );
}
