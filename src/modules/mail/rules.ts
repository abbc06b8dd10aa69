// Decisions about mail: pure, so that they can be tried as tables of cases.

/** The longest address that a mail server takes. */
const ADDRESS_CHARS = 254;
const HEADER_CHARS = 200;

/** One plain address and nothing else: no list, no display name, no line break that could start another header. */
export const isOneAddress = (to: string): boolean =>
  to.length <= ADDRESS_CHARS && /^[^\s\p{Cc},;:<>()[\]\\"@]+@[^\s\p{Cc},;:<>()[\]\\"@]+$/u.test(to);

/** One line of visible characters: whatever could end the header, or turn the direction in which it is read, becomes a space. */
export const headerText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, HEADER_CHARS);

/** Mail programs make links of what looks like an address. Of a name they must not: a word joiner, which nobody sees, takes the look away. */
export const unlinked = (name: string): string => name.replace(/(?<=[\p{L}\p{N}])([.@])(?=[\p{L}\p{N}])/gu, '$1\u2060');

const placeholder = /\{([A-Za-z][A-Za-z0-9]*)\}/g;

export const placeholdersOf = (template: string): { readonly name: string; readonly index: number }[] =>
  [...template.matchAll(placeholder)].map((match) => ({ name: match[1] ?? '', index: match.index }));

/** A value is put in once, as it is: what looks like a placeholder in a value stays text. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(placeholder, (_whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    // Texts are checked at start, so that only a mail that was posted by an older version can come here.
    if (value === undefined) throw new Error(`the text needs a value that the mail does not have: ${name}`);
    return value;
  });
}

/** Where a link of a mail may lead. */
export const isLinkTarget = (href: string): boolean =>
  URL.canParse(href) && ['https:', 'http:', 'mailto:'].includes(new URL(href).protocol);

/** "Fanfare <hello@fanfare.example>" or a bare address, as the owner writes it. */
export function senderOf(mailFrom: string): { readonly name: string; readonly address: string } | undefined {
  const [, name = '', address = mailFrom] = /^(.*?)\s*<([^<>]+)>$/.exec(mailFrom.trim()) ?? [];
  return isOneAddress(address) ? { name: headerText(name.replace(/^"(.*)"$/, '$1')), address } : undefined;
}

/** The id is the mail's own, so that every try of it carries the same. */
export const messageIdOf = (id: string, senderAddress: string): string => `<${id}@${senderAddress.split('@')[1]}>`;

export const jobKey = (id: string): string => `mail.send:${id}`;
