// HTML as plain text.
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The result is shown as text, so it needs no sanitizing. */
export const htmlToText = (html: string): string =>
  html
    .replace(/<(style|script|head|title)\b[^<>]*>[^<]*/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<(br|\/p|\/div|\/li|\/tr|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&#(\d{1,5});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w{2,6});/g, (match, name: string) => entities[name] ?? match);
