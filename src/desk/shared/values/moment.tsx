// A date in the operator's time zone, shortened if it is near.
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const minute = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

const minuteOfYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** No year if it is the current one. */
const getMinuteFormat = (date: Date) => (date.getFullYear() === new Date().getFullYear() ? minute : minuteOfYear);

const calendarDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A day of the calendar, such as "2026-11-24", in words. */
export const formatDay = (isoDay: string): string => calendarDay.format(new Date(`${isoDay}T00:00:00Z`));

export function Moment({ at, as = 'minute' }: { readonly at: string; readonly as?: 'minute' | 'day' }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toString()}>
      {(as === 'day' ? day : getMinuteFormat(date)).format(date)}
    </time>
  );
}

/** Renders nothing without a date. */
export const formatMoment = (at: string | null, as: 'minute' | 'day' = 'minute') => (at === null ? null : <Moment at={at} as={as} />);
