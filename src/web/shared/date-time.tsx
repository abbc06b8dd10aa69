// Dates and times in the reader's time zone.
import { showMoment } from '../../lib/time/date.ts';
import { usePage } from '../router/page/context.ts';

export const DayOf = ({ iso }: { iso: string }) => <LocalTime iso={iso} />;
export const MinuteOf = ({ iso }: { iso: string }) => <LocalTime iso={iso} time="short" />;

function LocalTime({ iso, time }: { iso: string; time?: 'short' }) {
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
