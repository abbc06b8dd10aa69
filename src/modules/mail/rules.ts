// Rules of placeholders, links and the letterhead. Pure.
import type { ShopLook } from '#lib/look/look.ts';
import { parseSender } from '#lib/people/mail-header.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import type { DateLocale } from '#lib/time/date.ts';

/** Mail clients turn domain-like text into links. A word joiner prevents that in names. */
export const preventLinks = (name: string): string => name.replace(/(?<=[\p{L}\p{N}])([.@])(?=[\p{L}\p{N}])/gu, '$1\u2060');

const placeholder = /\{([A-Za-z][A-Za-z0-9]*)\}/g;

export const findPlaceholders = (template: string): { readonly name: string; readonly index: number }[] =>
  [...template.matchAll(placeholder)].map((match) => ({ name: match[1] ?? '', index: match.index }));

/** Fills placeholders once; placeholders inside values stay text. */
export function fillPlaceholders(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(placeholder, (_whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    // Texts are checked at start-up, so only a mail posted by an older version can get here.
    if (value === undefined) throw new Error(`mail value missing: ${name}`);
    return value;
  });
}

/** Allowed link targets. */
export const isLinkTarget = (href: string): boolean =>
  URL.canParse(href) && ['https:', 'http:', 'mailto:'].includes(new URL(href).protocol);

/** Derived from the mail's id, so that retries carry the same Message-ID. */
export const formatMessageId = (id: string, senderAddress: string): string => `<${id}@${senderAddress.split('@')[1]}>`;

export const getMailJobKey = (id: string): string => `mail.send:${id}`;

type CompanyAddress = Readonly<Record<'legalName' | 'street' | 'postalCode' | 'city' | 'country', string>>;
/** Seller and address, for the foot of a mail. */
const formatCompany = ({ legalName, street, postalCode, city, country }: CompanyAddress): string =>
  `${legalName}, ${street}, ${postalCode} ${city}, ${country}`;

export type Letterhead = {
  readonly brand: string;
  readonly sender: { readonly name: string; readonly address: string };
  readonly supportEmail: string;
  /** Seller and address in one line. */
  readonly company: string;
  readonly timeZone: string;
  readonly dateLocale: DateLocale;
  readonly look: Pick<ShopLook, 'accent'>;
  readonly hasLogo: boolean;
};

export function toLetterhead({ brand, company }: Pick<ShopTexts, 'brand' | 'company'>): Letterhead {
  const { name, mailFrom, supportEmail, timeZone, dateLocale, look, logo } = brand;
  const sender = parseSender(mailFrom);
  if (!sender) throw new Error('the sender of brand.yaml is not an address');
  return {
    brand: name,
    sender: { name: sender.name || name, address: sender.address },
    supportEmail,
    company: formatCompany(company),
    timeZone,
    dateLocale,
    look,
    hasLogo: logo !== undefined,
  };
}
