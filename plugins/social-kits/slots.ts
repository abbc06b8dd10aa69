// Posting times of a pack: working days, at usual reading hours of the platform, in the market's time zone.
// These are conventions, not measurements.
import type { Slot } from './calendar.ts';

const DAY_MS = 86_400_000;
/** Time to read the kits and to make the pictures. */
const DAYS_BEFORE = 2;

const NOON = 12;

/** Weekdays (Monday is 1) by number of posts per week. */
const weeks = [
  { upTo: 5, days: [2, 4] },
  { upTo: 12, days: [1, 3, 5] },
  { upTo: Number.POSITIVE_INFINITY, days: [1, 2, 3, 4, 5] },
] as const;

export function planSlots(count: number, hours: readonly number[] = [NOON], dueAt: Date): Slot[] {
  const days: readonly number[] = weeks.find(({ upTo }) => count <= upTo)?.days ?? [];
  const slots: Slot[] = [];
  for (let day = Math.ceil(dueAt.getTime() / DAY_MS) + DAYS_BEFORE; slots.length < count; day++) {
    const date = new Date(day * DAY_MS);
    if (days.includes(date.getUTCDay()))
      slots.push({ day: date.toISOString().slice(0, 'yyyy-mm-dd'.length), hour: hours[slots.length % hours.length] ?? NOON, minute: 0 });
  }
  return slots;
}

/**
 * Time zones by market name. Countries with several zones are left out, unless most people live in the
 * capital's.
 */
const zones: readonly (readonly [RegExp, string])[] = [
  [/\b(?:canary islands|canarias|tenerife|gran canaria)\b/i, 'Atlantic/Canary'],
  [/\b(?:m[ée]xico city|ciudad de m[ée]xico|cdmx|guadalajara|monterrey|puebla)\b/i, 'America/Mexico_City'],
  [/\b(?:spain|españa|madrid|barcelona|valencia|sevilla|seville|bilbao|málaga|zaragoza)\b/i, 'Europe/Madrid'],
  [
    /\b(?:uk|united kingdom|britain|england|scotland|wales|london|leeds|manchester|bristol|edinburgh|glasgow|reino unido|londres)\b/i,
    'Europe/London',
  ],
  [/\b(?:ireland|dublin|irlanda)\b/i, 'Europe/Dublin'],
  [/\b(?:norway|norge|oslo|bergen|noruega)\b/i, 'Europe/Oslo'],
  [/\b(?:germany|deutschland|berlin|munich|hamburg|alemania)\b/i, 'Europe/Berlin'],
  [/\b(?:france|paris|lyon|francia|parís)\b/i, 'Europe/Paris'],
  [/\b(?:italy|italia|rome|roma|milan|milano)\b/i, 'Europe/Rome'],
  [/\b(?:portugal|lisbon|lisboa|porto)\b/i, 'Europe/Lisbon'],
  [/\b(?:argentina|buenos aires)\b/i, 'America/Argentina/Buenos_Aires'],
  [/\b(?:colombia|bogot[áa]|medell[íi]n)\b/i, 'America/Bogota'],
  [/\b(?:per[úu]|lima)\b/i, 'America/Lima'],
  [/\b(?:santiago de chile|chile)\b/i, 'America/Santiago'],
  [/\b(?:new york|nueva york|boston|miami|philadelphia|atlanta|washington)\b/i, 'America/New_York'],
  [/\b(?:chicago|houston|dallas|austin|texas)\b/i, 'America/Chicago'],
  [/\b(?:los angeles|san francisco|seattle|california|san diego)\b/i, 'America/Los_Angeles'],
  [/\b(?:sydney|melbourne|canberra|sídney)\b/i, 'Australia/Sydney'],
  [/\b(?:brisbane|queensland)\b/i, 'Australia/Brisbane'],
  [/\b(?:perth)\b/i, 'Australia/Perth'],
  [/\b(?:japan|japón|tokyo|tokio|osaka|yokohama|kyoto|nagoya)\b|日本|全国|東京|横浜|大阪|京都|名古屋|札幌|福岡|神戸/i, 'Asia/Tokyo'],
];

export const findZone = (market: string): string | undefined => zones.find(([names]) => names.test(market))?.[1];
