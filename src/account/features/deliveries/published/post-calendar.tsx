// The posts of a delivery as a calendar, week by week.
import { useLingui } from '@lingui/react/macro';
import { wordsOfRuns } from '#lib/markdown/markdown.ts';
import { dateTag } from '#lib/time/date.ts';
import { usePage } from '#ui/page/context.ts';
import { groupByWeek, type Kit } from './post-kits.ts';
import css from './published.module.css';

export function PostCalendar({ kits }: { readonly kits: readonly Kit[] }) {
  const { t } = useLingui();
  const { locale, shell } = usePage();
  const weeks = groupByWeek(kits.map(({ day }) => day));
  const [week] = weeks;
  if (!week) return null;
  const format = (options: Intl.DateTimeFormatOptions) => {
    const { format: show } = new Intl.DateTimeFormat(dateTag(shell.dateLocale, locale), { ...options, timeZone: 'UTC' });
    return (day: string) => show(new Date(`${day}T00:00:00Z`));
  };
  const [weekday, date] = [format({ weekday: 'short' }), format({ month: 'short', day: 'numeric' })];
  return (
    <table className={css.calendar}>
      <caption>{t`Posting calendar`}</caption>
      <thead>
        <tr>
          {week.map((day) => (
            <th key={day} scope="col">
              {weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((days) => (
          <tr key={days[0]}>
            {days.map((day) => {
              const posts = kits.filter((kit) => kit.day === day);
              return (
                <td key={day} data-busy={posts.length > 0 ? '' : undefined}>
                  <small>{date(day)}</small>
                  {posts.map((kit) => (
                    <b key={wordsOfRuns(kit.title.runs)}>{wordsOfRuns(kit.title.runs).split(/[:：]/, 1)[0]}</b>
                  ))}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
