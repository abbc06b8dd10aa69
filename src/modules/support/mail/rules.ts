// Reads a received mail: sender, new text, and whether a program sent it. Pure.
import { crockford } from '#lib/base32.ts';
import { htmlToText } from '#lib/markdown/html-text.ts';
import { toCleanLines } from '#lib/markdown/plain-text.ts';
import { KEY_BYTES, TICKET_NUMBER_BYTES } from '../rules.ts';

export type MailHeader = { readonly key: string; readonly value: string };

/**
 * Headers of automatic mail; replying to it would cause mail loops. A map, because a header may be named like
 * a property of every object.
 */
const signsOfMachines = new Map<string, RegExp>(
  Object.entries({
    'auto-submitted': /^(?!\s*no\b)/i,
    precedence: /bulk|junk|list|auto/i,
    'x-autoreply': /./,
    'x-autorespond': /./,
    'x-auto-response-suppress': /all|autoreply|oof/i,
    'list-id': /./,
    'list-unsubscribe': /./,
    'x-failed-recipients': /./,
    'return-path': /^\s*<\s*>\s*$/,
    'content-type': /multipart\/report|delivery-status/i,
  }),
);
const machines = /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)([+-].*)?@/i;

export const isFromMachine = (headers: readonly MailHeader[], from: string): boolean =>
  machines.test(from) || headers.some(({ key, value }) => signsOfMachines.get(key.toLowerCase())?.test(value) ?? false);

/** The keys in the addresses that a mail was sent to: reply+key@in.shop.example. */
export function listKeys(addresses: readonly string[], own: string): string[] {
  const [name = '', host = ''] = own.toLowerCase().split('@');
  const letters = crockford.toLowerCase();
  return addresses.flatMap((address) => {
    const [to = '', at = ''] = address.trim().toLowerCase().split('@');
    const key = to.startsWith(`${name}+`) ? to.slice(name.length + 1) : '';
    return at === host && key.length === KEY_BYTES && [...key].every((letter) => letters.includes(letter)) ? [key] : [];
  });
}

const numberIn = new RegExp(`\\bT-[${crockford}]{${TICKET_NUMBER_BYTES}}\\b`, 'i');
export const findNumberInSubject = (subject: string): string | undefined => numberIn.exec(subject)?.[0].toUpperCase();

/** How mail programs introduce quoted text, in the languages of the shop. */
const beginnings: readonly RegExp[] = [
  /^\s*-{2,}\s*(original message|mensaje original|元のメッセージ|forwarded message|mensaje reenviado)\s*-{2,}\s*$/i,
  /^\s*on\b.{4,300}\bwrote\s*:\s*$/i,
  /^\s*el\b.{4,300}\bescribió\s*:\s*$/i,
  /^\s*\d{4}年\d{1,2}月\d{1,2}日.{0,200}[:：]\s*$/,
  /^\s*\d{4}[/-]\d{1,2}[/-]\d{1,2}.{0,200}<[^<>]{3,250}>.{0,20}[:：]\s*$/,
  /^_{10,}\s*$/,
];
/** Outlook quotes a header block: from, date, to. */
const letterhead = [/^\s*(from|de|差出人)\s*[:：]/i, /^\s*(sent|date|enviado|fecha|送信日時|日時)\s*[:：]/i] as const;
const isQuoted = (line: string): boolean => /^\s*>/.test(line);
const isEmpty = (line: string): boolean => line.trim() === '';

/** Without quoted text and signature. Quotes between answers stay. */
export function getNewText(text: string): string {
  const lines = toCleanLines(text).split('\n');
  const at = lines.findIndex((line, index) => {
    const next = lines[index + 1] ?? '';
    // Mail programs may wrap a long line in two.
    const begins = beginnings.some((each) => each.test(line) || (!isEmpty(next) && line.length > 20 && each.test(`${line} ${next}`)));
    return begins || (letterhead[0].test(line) && letterhead[1].test(next));
  });
  const before = at < 0 ? lines : [...lines.slice(0, at), ...listLinesBelowQuote(lines.slice(at + 1))];
  const end = before.findIndex((line) => line === '-- ' || line === '--');
  const ownLines = end < 0 ? before : before.slice(0, end);
  while (ownLines.length > 0 && (isEmpty(ownLines.at(-1) ?? '') || isQuoted(ownLines.at(-1) ?? ''))) ownLines.pop();
  return ownLines.join('\n').trim();
}

/** For answers below the quoted text. */
function listLinesBelowQuote(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => isQuoted(line));
  if (first < 0 || first > 2) return [];
  const over = lines.findLastIndex(isQuoted);
  return lines.slice(over + 1);
}

const HTML_CHARS = 200_000;

/** For mails without a plain-text part, without what they quote. */
export const toTextWithoutQuotes = (html: string): string =>
  htmlToText(html.slice(0, HTML_CHARS).split(/<blockquote|<div[^<>]{0,200}gmail_quote/i, 1)[0] ?? '');
