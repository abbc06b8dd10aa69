// How long ago something was.
import { showAgo } from '#lib/time/ago.ts';
import { showMoment } from '#lib/time/date.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { usePage } from '#ui/page/context.ts';

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
