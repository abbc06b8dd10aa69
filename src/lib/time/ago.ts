// Relative times. Apart from date.ts, because most pages show dates only.
import { getLanguage, type Locale } from '../locale.ts';

const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;
/** Older timestamps are shown as a date. */
const MAX_RELATIVE_MS = 7 * 86_400_000;

/**
 * "5 minutes ago", in the language of the page; undefined if long ago. A future time (clock skew) is shown as
 * now.
 */
export function showAgo(iso: string, now: Date, locale: Locale): string | undefined {
  const past = Math.max(0, now.getTime() - new Date(iso).getTime());
  if (past >= MAX_RELATIVE_MS) return undefined;
  const step = steps.find(({ ms }) => past >= ms);
  const format = new Intl.RelativeTimeFormat(getLanguage(locale).intl, { numeric: 'auto' });
  return step ? format.format(-Math.floor(past / step.ms), step.unit) : format.format(0, 'second');
}
