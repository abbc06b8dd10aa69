// Addresses and texts in the headers of mails. Pure.

/** Longest address allowed by SMTP. */
const ADDRESS_CHARS = 254;
const HEADER_CHARS = 200;

/** True for a single bare address: no list, display name or line break, which could inject headers. */
export const isOneAddress = (to: string): boolean =>
  to.length <= ADDRESS_CHARS && /^[^\s\p{Cc},;:<>()[\]\\"@]+@[^\s\p{Cc},;:<>()[\]\\"@]+$/u.test(to);

/** Replaces line breaks and direction marks by spaces, so that a value cannot inject or disguise a header. */
export const cleanHeader = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, HEADER_CHARS);

/** Parses "Fanfare <hello@fanfare.example>" or a bare address. */
export function parseSender(mailFrom: string): { readonly name: string; readonly address: string } | undefined {
  const [, name = '', address = mailFrom] = /^(.*?)\s*<([^<>]+)>$/.exec(mailFrom.trim()) ?? [];
  return isOneAddress(address) ? { name: cleanHeader(name.replace(/^"(.*)"$/, '$1')), address } : undefined;
}
