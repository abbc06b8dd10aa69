// Ticket numbers, keys and search terms. Pure.

import { crockford, encodeCrockford } from '#lib/base32.ts';
import type { Words } from '#lib/locale.ts';
import type { Weekday } from '#lib/time/calendar.ts';
import { fillPlaceholders, findPlaceholders } from '#modules/mail/rules.ts';
import { isOrderNumber } from '#modules/orders/rules.ts';
import type { Holiday, Week } from './hours/rules.ts';
import type { TicketStatus } from './statuses.ts';

export const TICKET_NUMBER_BYTES = 6;

/** "T-7K2Q9M". Random, so that it reveals no counts and cannot be guessed. */
export const createTicketNumber = (random: Uint8Array): string => `T-${encodeCrockford(random)}`;

export const isTicketNumber = (text: string): boolean => new RegExp(`^T-[${crockford}]{${TICKET_NUMBER_BYTES}}$`).test(text);

/** Honeypot: people do not see the field. */
export const isFromProgram = ({ website = '' }: { readonly website?: string | undefined }): boolean => website.trim() !== '';

export const KEY_BYTES = 26;
/** Lower case, because it is part of a mail address, which may lose its case. 130 bits. */
export const createTicketKey = (random: Uint8Array): string => encodeCrockford(random).toLowerCase();
export const isTicketKey = (text: string): boolean => new RegExp(`^[${crockford.toLowerCase()}]{${KEY_BYTES}}$`).test(text);

const HOUR_MS = 3_600_000;
/**
 * Hours of validity. Reply addresses and links outlast a holiday; a cookie lasts as long as a log-in that is
 * not remembered.
 */
const keyHours = { reply: 30 * 24, link: 30 * 24, cookie: 12 } as const;
/**
 * A key is valid for one use: the reply address, the mailed link, or the cookie that a link is exchanged for.
 */
export type KeyUse = keyof typeof keyHours;
export const COOKIE_SECONDS = keyHours.cookie * 3_600;
export const getKeyExpiry = (use: KeyUse, now: Date): Date => new Date(now.getTime() + keyHours[use] * HOUR_MS);

/** The new `waitsSince` after a change of status. */
export const getWaitsSinceAfter = (
  before: { readonly status: TicketStatus; readonly waitsSince: Date | null },
  to: TicketStatus,
  now: Date,
) => (to === 'open' ? ((before.status === 'open' ? before.waitsSince : null) ?? now) : null);

/** The owner's rules of support.yaml. */
export type SupportRules = {
  /** Hours in which support answers, not hours of the clock. */
  readonly firstAnswerHours: number;
  /** Whether customers see by when they get an answer. */
  readonly isPromised: boolean;
  readonly week: Week;
  /** The days on which work is done. */
  readonly businessDays: readonly Weekday[];
  readonly holidays: readonly Holiday[];
  readonly canned: readonly CannedAnswer[];
};

/** `for`: absent, of tickets. */
type CannedAnswer = { readonly id: string; readonly title: string; readonly text: Words; readonly for?: CannedUse | undefined };

/** The placeholders of canned answers; others are refused. */
export const cannedValues = {
  tickets: ['name', 'number', 'operator'],
  pieces: ['name', 'number', 'operator', 'service', 'due', 'link'],
} as const;
export const cannedUses = ['tickets', 'pieces'] as const satisfies readonly (keyof typeof cannedValues)[];
export type CannedUse = keyof typeof cannedValues;
/** Null: there is no date now, or the operator does not see names. */
export type CannedValues<Use extends CannedUse> = Readonly<Record<(typeof cannedValues)[Use][number], string | null>>;

export const findUnknownPlaceholder = (text: string, use: CannedUse): string | undefined =>
  findPlaceholders(text).find(({ name }) => !(cannedValues[use] as readonly string[]).includes(name))?.name;

/**
 * Fills each placeholder once; placeholder syntax inside a value stays text. Undefined if the text needs a
 * value that is missing.
 */
export function fillCanned(text: string, values: Readonly<Record<string, string | null>>): string | undefined {
  const known = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  const isWhole = findPlaceholders(text).every(({ name }) => known.some(([each]) => each === name));
  return isWhole ? fillPlaceholders(text, Object.fromEntries(known)) : undefined;
}

const MAX_WORDS = 2_000;
const WORD_CHARS = 40;
/** Scripts without spaces between words are indexed by character pairs. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+/gu;

/** Search terms of a text. Used for indexing and for queries. */
export function searchWords(text: string): string[] {
  const words = new Set<string>();
  for (const [run] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    for (const [letters] of run.matchAll(UNSPACED)) for (const pair of listPairs([...letters])) words.add(pair);
    for (const word of run.replace(UNSPACED, ' ').split(' ')) if (word !== '') words.add([...word].slice(0, WORD_CHARS).join(''));
    if (words.size >= MAX_WORDS) break;
  }
  return [...words].slice(0, MAX_WORDS);
}

const listPairs = (letters: readonly string[]): string[] =>
  letters.length === 1 ? [...letters] : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);

export type Search =
  | { readonly by: 'number' | 'order' | 'address'; readonly value: string }
  /** All words must match; the last one as a prefix. The value is escaped for tsquery. */
  | { readonly by: 'words'; readonly value: string };

/**
 * Parses the search box: a ticket number, an order number, an address or its beginning, or words. Undefined:
 * nothing to search for.
 */
export function parseSearchText(typed: string): Search | undefined {
  const text = typed.trim();
  const number = text.toUpperCase();
  if (isTicketNumber(number)) return { by: 'number', value: number };
  if (isOrderNumber(number)) return { by: 'order', value: number };
  if (text.includes('@')) return { by: 'address', value: text.normalize('NFKC').toLowerCase() };
  const words = searchWords(text);
  return words.length === 0 ? undefined : { by: 'words', value: words.map((word) => `'${word}':*`).join(' & ') };
}
