// Writes iCalendar files (RFC 5545): lines of at most 75 octets, CRLF, escaped texts. Times are in UTC if the
// time zone is known, otherwise floating.

export type Slot = { readonly day: string; readonly hour: number; readonly minute: number };
export type CalendarEvent = { readonly id: string; readonly slot: Slot; readonly title: string; readonly text: string };
export type CalendarAbout = { readonly name: string; readonly madeAt: Date; readonly timeZone: string | undefined };

const LINE_OCTETS = 75;

export function formatCalendar(events: readonly CalendarEvent[], { name, madeAt, timeZone }: CalendarAbout): Uint8Array {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fanfare//Posting calendar//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escapeText(name)}`,
  ];
  for (const { id, slot, title, text } of events)
    lines.push(
      ...['BEGIN:VEVENT', `UID:${escapeText(id)}`, `DTSTAMP:${formatUtc(madeAt)}`],
      `DTSTART:${timeZone ? formatUtc(toMoment(slot, timeZone)) : formatWallTime(slot)}`,
      ...['DURATION:PT15M', `SUMMARY:${escapeText(title)}`, `DESCRIPTION:${escapeText(text)}`, 'TRANSP:TRANSPARENT', 'END:VEVENT'],
    );
  lines.push('END:VCALENDAR');
  return Buffer.from(lines.map((line) => `${foldLine(line)}\r\n`).join(''));
}

const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|\n/g, '\\n');

/** Does not split a character's octets. */
function foldLine(line: string): string {
  let [out, octets] = ['', 0];
  for (const sign of line) {
    const own = Buffer.byteLength(sign);
    if (octets + own > LINE_OCTETS) [out, octets] = [`${out}\r\n `, 1];
    [out, octets] = [out + sign, octets + own];
  }
  return out;
}

const padTwo = (number: number): string => String(number).padStart(2, '0');
const formatUtc = (moment: Date): string => `${moment.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replace(/[-:]/g, '')}Z`;
const formatWallTime = ({ day, hour, minute }: Slot): string => `${day.replaceAll('-', '')}T${padTwo(hour)}${padTwo(minute)}00`;

/** Converts local time in a zone to UTC. An hour skipped by daylight saving becomes the next one. */
export function toMoment({ day, hour, minute }: Slot, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${padTwo(hour)}:${padTwo(minute)}:00Z`);
  const first = asUtc - getZoneOffset(timeZone, asUtc);
  return new Date(asUtc - getZoneOffset(timeZone, first));
}

/** Offset of a zone from UTC, in milliseconds. */
function getZoneOffset(timeZone: string, at: number): number {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...parts });
  const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const localAsUtc = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day ?? 1, part.hour ?? 0, part.minute ?? 0, part.second ?? 0);
  return localAsUtc - Math.floor(at / 1_000) * 1_000;
}
