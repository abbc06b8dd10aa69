// Dates and times in the reader's time zone, in the shop's form of dates.
import { type Day as Shown, showMoment, showShort } from '#lib/time/date.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { usePage } from '#ui/page/context.ts';

type Props = { readonly iso: string };

/** "November 21, 2026" */
export function DayText({ iso }: Props) {
  const { locale, shell } = usePage();
  return <Time {...showMoment(iso, shell.dateLocale, locale)} />;
}

const DAY_MS = 86_400_000;

/**
 * The last day that ends by this moment: of a period, the last on which something can still be done all day.
 */
export const LastDay = ({ iso }: Props) => <DayText iso={new Date(Date.parse(iso) - DAY_MS).toISOString()} />;

/** Date and time to the minute. */
export function MomentText({ iso }: Props) {
  const { locale, shell } = usePage();
  return <Time {...showMoment(iso, shell.dateLocale, locale, 'short')} />;
}

/** "Nov 21, 2026", for lists. */
export function ShortDay({ iso }: Props) {
  const { locale, shell } = usePage();
  return <Time {...showShort(iso, shell.dateLocale, locale)} />;
}

/** "Nov 21" in this year. */
export function NearDay({ iso }: Props) {
  const { locale, shell } = usePage();
  return <Time {...showShort(iso, shell.dateLocale, locale, { now: useNow() })} />;
}

/** "Nov 21, 9:12 AM" in this year, or only the time if it is today. */
export function NearMoment({ iso }: Props) {
  const { locale, shell } = usePage();
  return <Time {...showShort(iso, shell.dateLocale, locale, { now: useNow(), withTime: true })} />;
}

const Time = ({ iso, shown, lang }: Shown) => (
  <time dateTime={iso} lang={lang}>
    {shown}
  </time>
);
