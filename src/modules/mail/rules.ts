// Rules of addresses, headers, placeholders and links. Pure.

/** Longest address allowed by SMTP. */
const ADDRESS_CHARS = 254;
const HEADER_CHARS = 200;

/** True for a single bare address: no list, display name or line break, which could inject headers. */
export const isOneAddress = (to: string): boolean =>
  to.length <= ADDRESS_CHARS && /^[^\s\p{Cc},;:<>()[\]\\"@]+@[^\s\p{Cc},;:<>()[\]\\"@]+$/u.test(to);

/** Replaces line breaks and direction marks by spaces, so that a value cannot inject or disguise a header. */
export const headerText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, HEADER_CHARS);

/** Mail clients turn domain-like text into links. A word joiner prevents that in names. */
export const unlinked = (name: string): string => name.replace(/(?<=[\p{L}\p{N}])([.@])(?=[\p{L}\p{N}])/gu, '$1\u2060');

const placeholder = /\{([A-Za-z][A-Za-z0-9]*)\}/g;

export const placeholdersOf = (template: string): { readonly name: string; readonly index: number }[] =>
  [...template.matchAll(placeholder)].map((match) => ({ name: match[1] ?? '', index: match.index }));

/** Fills placeholders once; placeholders inside values stay text. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
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

/** Parses "Fanfare <hello@fanfare.example>" or a bare address. */
export function senderOf(mailFrom: string): { readonly name: string; readonly address: string } | undefined {
  const [, name = '', address = mailFrom] = /^(.*?)\s*<([^<>]+)>$/.exec(mailFrom.trim()) ?? [];
  return isOneAddress(address) ? { name: headerText(name.replace(/^"(.*)"$/, '$1')), address } : undefined;
}

/** Derived from the mail's id, so that retries carry the same Message-ID. */
export const messageIdOf = (id: string, senderAddress: string): string => `<${id}@${senderAddress.split('@')[1]}>`;

export const jobKey = (id: string): string => `mail.send:${id}`;

type CompanyAddress = Readonly<Record<'legalName' | 'street' | 'postalCode' | 'city' | 'country', string>>;
/** Seller and address, for the foot of a mail. */
export const companyLine = ({ legalName, street, postalCode, city, country }: CompanyAddress): string =>
  `${legalName}, ${street}, ${postalCode} ${city}, ${country}`;
