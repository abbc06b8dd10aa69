// The authority to which customers can turn about accessibility, by the country of the company. Pure.
import { type BuiltInLocale, getCountryName, isBuiltIn, type Locale } from '#lib/locale.ts';

/** Those that supervise online shops. An owner elsewhere names theirs in the statement. */
const authorities: Readonly<Record<string, string>> = {
  AT: 'Sozialministeriumservice',
  BE: 'FPS Economy (FOD Economie, SPF Économie)',
  DE: 'Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF)',
  FI: 'Traficom',
  FR: 'Direction générale de la concurrence, de la consommation et de la répression des fraudes (DGCCRF)',
  GB: 'Equality Advisory and Support Service (EASS)',
  IE: 'Competition and Consumer Protection Commission (CCPC)',
  IT: 'Agenzia per l’Italia Digitale (AgID)',
  LU: 'Office de la surveillance de l’accessibilité des produits et services (OSAPS)',
  NL: 'Autoriteit Consument & Markt (ACM)',
  NO: 'Tilsynet for universell utforming av ikt (uutilsynet)',
  SE: 'Post- och telestyrelsen (PTS)',
};

const namedSentences: Readonly<Record<BuiltInLocale, (country: string, authority: string) => string>> = {
  en: (country, authority) => `You can turn to the authority that supervises accessibility in our country, ${country}: ${authority}.`,
  es: (country, authority) => `Puedes acudir a la autoridad que supervisa la accesibilidad en nuestro país, ${country}: ${authority}.`,
  jp: (country, authority) => `当店の所在国（${country}）でアクセシビリティを監督する機関に相談できます：${authority}`,
};

const general: Readonly<Record<BuiltInLocale, string>> = {
  en: 'You can turn to the authority that supervises the accessibility of services in your country, or to a consumer organisation.',
  es: 'Puedes acudir a la autoridad que supervisa la accesibilidad de los servicios en tu país o a una asociación de consumidores.',
  jp: 'お住まいの国でサービスのアクセシビリティを監督する機関、または消費者団体に相談できます。',
};

export function describeAccessibilityAuthority(country: string, locale: Locale): string {
  const language = isBuiltIn(locale) ? locale : 'en';
  const authority = authorities[country];
  return authority === undefined ? general[language] : namedSentences[language](getCountryName(country, locale), authority);
}
