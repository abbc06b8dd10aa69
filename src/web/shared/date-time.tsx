// Dates and times in the reader's time zone.
import { type Day, showMoment, showShort } from '../../lib/time/date.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { usePage } from '../router/page/context.ts';

export function DayOf({ iso }: { iso: string }) {
  const { locale, shell } = usePage();
  return <Shown {...showMoment(iso, shell.dateLocale, locale)} />;
}

/** Date and time to the minute. */
export function MomentOf({ iso }: { iso: string }) {
  const { locale, shell } = usePage();
  return <Shown {...showMoment(iso, shell.dateLocale, locale, 'short')} />;
}

/** "Nov 21, 2026", by itself in a list. */
export function ShortDay({ iso }: { iso: string }) {
  const { locale, shell } = usePage();
  return <Shown {...showShort(iso, shell.dateLocale, locale)} />;
}

/** In a sentence, whose language it has. */
export function SentenceDay({ iso }: { iso: string }) {
  const { locale } = usePage();
  return <Shown {...showMoment(iso, 'page', locale)} />;
}

/** In a sentence, whose language it has. */
export function SentenceMoment({ iso }: { iso: string }) {
  const { locale } = usePage();
  return <Shown {...showMoment(iso, 'page', locale, 'short')} />;
}

/** "Nov 21", in a short sentence. */
export function SentenceShortDay({ iso }: { iso: string }) {
  const { locale } = usePage();
  return <Shown {...showShort(iso, 'page', locale, { now: useNow() })} />;
}

/** "Nov 21, 9:12 AM", or only the time if it is today; in a short sentence. */
export function SentenceShortMoment({ iso }: { iso: string }) {
  const { locale } = usePage();
  return <Shown {...showShort(iso, 'page', locale, { now: useNow(), withTime: true })} />;
}

const Shown = ({ iso, shown, lang }: Day) => (
  <time dateTime={iso} lang={lang}>
    {shown}
  </time>
);
