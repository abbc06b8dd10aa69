// Rules of accounts and sessions: expiry, codes, names. Pure.
import type { Locale } from '#lib/locale.ts';
import type { SessionList } from './shapes.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const ACCESS_SECONDS = 5 * 60;
export const GRACE_SECONDS = 10;
const EXPORT_HOURS = 24;
/** Time to download the file. */
export const EXPORT_COOKIE_SECONDS = 30 * 60;
const CLOSING_DAYS = 7;
/** Codes whose lifetime starts when they are created. The last two confirm the sides of an address change. */
const codeHours = { verify: 30 * 24, 'old-address': 24, 'new-address': 24 } as const;
/** Codes whose lifetime starts when their mail was sent, so that a slow mail server does not shorten it. */
const codeMinutes = { reset: 10, login: 15 } as const;
/** These are sent to an address that may have no account. */
export type MailedKind = keyof typeof codeMinutes;
export type CodeKind = keyof typeof codeHours | MailedKind;

/** How mails address a customer: in Japanese by the family name. */
export const getGreetingName = ({ firstName, lastName, locale }: { firstName: string; lastName: string; locale: Locale }): string =>
  locale === 'jp' ? lastName || firstName : firstName;

/** Absolute: use does not extend a session. */
export const getSessionEnd = (loggedInAt: Date, remember: boolean): Date =>
  new Date(loggedInAt.getTime() + (remember ? 30 * DAY_MS : 12 * HOUR_MS));

export const getCodeEnd = (kind: keyof typeof codeHours, createdAt: Date): Date =>
  new Date(createdAt.getTime() + codeHours[kind] * HOUR_MS);

export function isCodeOpen(
  kind: CodeKind,
  { createdAt, handedOverAt }: { createdAt: Date; handedOverAt: Date | null },
  now: Date,
): boolean {
  if (kind !== 'reset' && kind !== 'login') return now < getCodeEnd(kind, createdAt);
  return handedOverAt === null || now.getTime() < handedOverAt.getTime() + codeMinutes[kind] * MINUTE_MS;
}

/** Codes created before this can be deleted. */
export const getOldestCodeTime = (now: Date): Date => new Date(now.getTime() - codeHours.verify * HOUR_MS);

/** Exports created before this have expired. */
export const getOldestExportTime = (now: Date): Date => new Date(now.getTime() - EXPORT_HOURS * HOUR_MS);

/** Deletion can be cancelled until then. */
export const getErasureTime = (requestedAt: Date): Date => new Date(requestedAt.getTime() + CLOSING_DAYS * DAY_MS);

/** Replaces the email key of an erased account. Never equals an address: those are lower case. */
export const createErasedKey = (accountId: string): string => `ERASED ${accountId}`;

type SessionRow = { readonly id: string; readonly device: string | null; readonly createdAt: Date; readonly lastUsedAt: Date };

export const toSessionList = (rows: readonly SessionRow[], current: string): SessionList =>
  rows.map(({ id, device, createdAt, lastUsedAt }) => ({
    id,
    device: device ?? '',
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    current: id === current,
  }));

/** Normalized brand name: ignores case and width. */
export const normalizeBrandName = (brandName: string): string => brandName.normalize('NFKC').toLowerCase();
