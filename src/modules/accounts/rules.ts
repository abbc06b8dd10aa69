// Decisions about accounts and sessions. Pure.
import type { SessionList } from './shapes.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const ACCESS_SECONDS = 5 * 60;
export const GRACE_SECONDS = 10;
const RESET_MINUTES = 10;
export const SPARE_CODE_CHARS = 10;
/** Without those that are taken for others: i and l, o, u. */
export const SPARE_CODE_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const CONFIRMED_MINUTES = 5;
const EXPORT_HOURS = 24;
/** Long enough to save a file. */
export const EXPORT_COOKIE_SECONDS = 30 * 60;
const CLOSING_DAYS = 7;
/** Of codes that count from when they were made. */
const codeHours = { verify: 30 * 24, 'old-address': 24, 'new-address': 24 } as const;

/** No use makes a session longer. */
export const sessionEnd = (begun: Date, remember: boolean): Date => new Date(begun.getTime() + (remember ? 30 * DAY_MS : 12 * HOUR_MS));

export const codeEnd = (kind: keyof typeof codeHours, createdAt: Date): Date => new Date(createdAt.getTime() + codeHours[kind] * HOUR_MS);

/** A code for a new password counts from the moment when its mail was handed over: a slow mail server must not eat its time. */
export function isCodeOpen(
  kind: keyof typeof codeHours | 'reset',
  { createdAt, handedOverAt }: { createdAt: Date; handedOverAt: Date | null },
  now: Date,
): boolean {
  if (kind !== 'reset') return now < codeEnd(kind, createdAt);
  return handedOverAt === null || now.getTime() < handedOverAt.getTime() + RESET_MINUTES * MINUTE_MS;
}

/** The oldest code that can still count; older ones are forgotten. */
export const oldestCode = (now: Date): Date => new Date(now.getTime() - codeHours.verify * HOUR_MS);

/** So long a session that was confirmed can do what is grave. */
export const confirmedUntil = (now: Date): Date => new Date(now.getTime() + CONFIRMED_MINUTES * MINUTE_MS);

/** What was made before it can no longer be fetched. */
export const oldestExport = (now: Date): Date => new Date(now.getTime() - EXPORT_HOURS * HOUR_MS);

/** Until then whoever wants to close an account can think again. */
export const eraseMoment = (asked: Date): Date => new Date(asked.getTime() + CLOSING_DAYS * DAY_MS);

/** In the place of the one spelling of an address, and never one: those have no capital letters. */
export const erasedKey = (accountId: string): string => `ERASED ${accountId}`;

// In this order: each of the later names stands in the words of the earlier ones too.
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** "Firefox, Windows", or nothing where neither is known. Versions and the rest of it are nobody's business. */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500);
  const found = [browsers, systems].map((names) => names.find(([mark]) => text.includes(mark))?.[1]);
  return found.filter((name) => name !== undefined).join(', ');
}

export type SessionRow = { readonly id: string; readonly device: string; readonly createdAt: Date; readonly lastUsedAt: Date };

export const sessionList = (rows: readonly SessionRow[], current: string): SessionList =>
  rows.map(({ id, device, createdAt, lastUsedAt }) => ({
    id,
    device,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    current: id === current,
  }));

type Factor = { readonly by: 'app' | 'spare'; readonly code: string } | { readonly by: 'nothing' | 'neither' };

const APP_CODE = /^\d{6}$/;
const SPARE_CODE = new RegExp(`^[${SPARE_CODE_LETTERS}]{${SPARE_CODE_CHARS}}$`);

/** What was typed as a second factor. Spaces and dashes are nobody's mistake, nor are the wide digits and the long dash of a Japanese keyboard. */
export function readFactor(typed = ''): Factor {
  const code = typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}\p{Pd}\u2212\u30fc]/gu, '');
  if (code === '') return { by: 'nothing' };
  if (APP_CODE.test(code)) return { by: 'app', code };
  const spare = code.replaceAll('o', '0').replace(/[il]/g, '1');
  return SPARE_CODE.test(spare) ? { by: 'spare', code: spare } : { by: 'neither' };
}

const MIN_OWN_WORD = 3;

/** What a guesser tries before any list: words that belong to the person and the shop, and nothing beside them but digits and signs. */
export function isOwnWords(password: string, own: readonly string[]): boolean {
  const words = own.flatMap((each) => [each, each.split('@')[0] ?? '']).map(lettersOf);
  const known = new Set(words.filter((word) => word.length >= MIN_OWN_WORD));
  const text = lettersOf(password);
  const isKnownUpTo = [true];
  for (let end = 1; end <= text.length; end++)
    isKnownUpTo[end] = [...known].some((word) => text.endsWith(word, end) && isKnownUpTo[end - word.length] === true);
  return text !== '' && isKnownUpTo[text.length] === true;
}

const lettersOf = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '');

/** The one spelling of a brand that counts: its letters, whatever their case and width. */
export const brandKey = (brandName: string): string => brandName.normalize('NFKC').toLowerCase();
