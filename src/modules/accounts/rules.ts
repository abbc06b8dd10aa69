// Rules of accounts and sessions: expiry, codes, devices, passwords. Pure.
import type { Locale } from '#lib/locale.ts';
import type { SessionList } from './shapes.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const ACCESS_SECONDS = 5 * 60;
export const GRACE_SECONDS = 10;
const RESET_MINUTES = 10;
export const SPARE_CODE_CHARS = 10;
/** Without easily confused letters: i, l, o, u. */
export const SPARE_CODE_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const CONFIRMED_MINUTES = 5;
const EXPORT_HOURS = 24;
/** Time to download the file. */
export const EXPORT_COOKIE_SECONDS = 30 * 60;
const CLOSING_DAYS = 7;
/** Codes whose lifetime starts when they are created. */
const codeHours = { verify: 30 * 24, 'old-address': 24, 'new-address': 24 } as const;

/** How mails address a customer: in Japanese by the family name. */
export const greetedAs = ({ firstName, lastName, locale }: { firstName: string; lastName: string; locale: Locale }): string =>
  locale === 'jp' ? lastName || firstName : firstName;

/** Absolute: use does not extend a session. */
export const sessionEnd = (loggedInAt: Date, remember: boolean): Date =>
  new Date(loggedInAt.getTime() + (remember ? 30 * DAY_MS : 12 * HOUR_MS));

export const codeEnd = (kind: keyof typeof codeHours, createdAt: Date): Date => new Date(createdAt.getTime() + codeHours[kind] * HOUR_MS);

/** A reset code's lifetime starts when its mail was sent, so that a slow mail server does not shorten it. */
export function isCodeOpen(
  kind: keyof typeof codeHours | 'reset',
  { createdAt, handedOverAt }: { createdAt: Date; handedOverAt: Date | null },
  now: Date,
): boolean {
  if (kind !== 'reset') return now < codeEnd(kind, createdAt);
  return handedOverAt === null || now.getTime() < handedOverAt.getTime() + RESET_MINUTES * MINUTE_MS;
}

/** Codes created before this can be deleted. */
export const oldestCode = (now: Date): Date => new Date(now.getTime() - codeHours.verify * HOUR_MS);

/** Step-up is valid until then. */
export const confirmedUntil = (now: Date): Date => new Date(now.getTime() + CONFIRMED_MINUTES * MINUTE_MS);

/** Exports created before this have expired. */
export const oldestExport = (now: Date): Date => new Date(now.getTime() - EXPORT_HOURS * HOUR_MS);

/** Deletion can be cancelled until then. */
export const eraseMoment = (requestedAt: Date): Date => new Date(requestedAt.getTime() + CLOSING_DAYS * DAY_MS);

/** Replaces the email key of an erased account. Never equals an address: those are lower case. */
export const erasedKey = (accountId: string): string => `ERASED ${accountId}`;

// Order matters: user agents of later browsers contain the earlier names too.
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

/** "Firefox, Windows", or '' if unknown. Versions are not stored. */
export function describeDevice(userAgent: string | undefined): string {
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

/**
 * Parses a typed second factor. Ignores spaces and dashes; accepts full-width digits and the Japanese long
 * dash.
 */
export function parseFactor(typed = ''): Factor {
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

/** True if the password consists of the person's or shop's own words plus digits and signs. */
export function isOwnWords(password: string, own: readonly string[]): boolean {
  const words = own.flatMap((each) => [each, each.split('@')[0] ?? '']).map(splitLetters);
  const known = new Set(words.filter((word) => word.length >= MIN_OWN_WORD));
  const text = splitLetters(password);
  const isKnownUpTo = [true];
  for (let end = 1; end <= text.length; end++)
    isKnownUpTo[end] = [...known].some((word) => text.endsWith(word, end) && isKnownUpTo[end - word.length] === true);
  return text !== '' && isKnownUpTo[text.length] === true;
}

const splitLetters = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '');

/** Normalized brand name: ignores case and width. */
export const brandKey = (brandName: string): string => brandName.normalize('NFKC').toLowerCase();
