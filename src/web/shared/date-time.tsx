// Dates and times in the reader's time zone.

import { showAgo, showMoment } from '../../lib/time/date.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { usePage } from '../router/page/context.ts';

export const DayOf = ({ iso }: { iso: string }) => <Shown iso={iso} />;
export const MinuteOf = ({ iso }: { iso: string }) => <Shown iso={iso} time="short" />;

function Shown({ iso, time }: { iso: string; time?: 'short' }) {
  const { locale, shell } = usePage();
  const { shown, lang } = showMoment(iso, shell.dateLocale, locale, time);
  return (
    <time dateTime={iso} lang={lang}>
      {shown}
    </time>
  );
}

/** Date and time to the minute. */
export function MomentOf({ iso }: { iso: string }) {
  const { locale, shell } = usePage();
  const { shown, lang } = showMoment(iso, shell.dateLocale, locale, 'short');
  return (
    <time dateTime={iso} lang={lang}>
      {shown}
    </time>
  );
}

/** Relative time; older times as a date. The exact time is in the tooltip. */
export function Ago({ iso }: { iso: string }) {
  const { locale, shell } = usePage();
  const { shown, lang } = showMoment(iso, shell.dateLocale, locale, 'short');
  const now = useNow();
  const ago = showAgo(iso, new Date(now), locale);
  return (
    <time dateTime={iso} {...(ago === undefined ? { lang } : { title: shown })}>
      {ago ?? shown}
    </time>
  );
}
