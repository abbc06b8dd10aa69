// The calendar of the queue: open pieces by the day on which they are due, a month at a time.

import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dateFormat } from '#lib/intl-formats.ts';
import { getWeekday, weekdays } from '#lib/time/calendar.ts';
import { addDays, getDayIn } from '#lib/time/days.ts';
import type { PieceCalendar } from '#modules/fulfilment/desk/shapes-board.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { formatPieceNumber, useDeskLabels } from '../../shared/values/words.ts';
import css from './calendar.module.css';
import { QueueFilters } from './filters.tsx';
import { calendarQuery } from './queue-search.ts';
import { QueueViews } from './views.tsx';

const show = (day: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat('en', { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
const getFirstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
const getWeekdayIndex = (day: string): number => weekdays.indexOf(getWeekday(day));

/** Whole weeks from Monday. */
function listWeeks(month: string) {
  const next = getFirstOfMonth(addDays(month, 31));
  return { from: addDays(month, -getWeekdayIndex(month)), to: addDays(next, ((7 - getWeekdayIndex(next)) % 7) - 1) };
}

export function CalendarPage(): ReactNode {
  const { month: chosen, ...filter } = useSearch({ from: '/queue/calendar' });
  const now = useNow();
  const month = getFirstOfMonth(chosen ?? getDayIn('UTC', new Date(now)));
  const { from, to } = listWeeks(month);
  const query = useQuery(calendarQuery(filter, from, to));
  const name = show(month, { month: 'long', year: 'numeric' });
  return (
    <>
      <PageHead title={`Due in ${name}`}>
        <QueueViews />
      </PageHead>
      <QueueFilters isShort />
      <nav className={css.months} aria-label="Months">
        <MonthLink month={getFirstOfMonth(addDays(month, -1))} before="← " />
        <MonthLink month={getFirstOfMonth(addDays(month, 31))} after=" →" />
      </nav>
      <DeskQueryState query={query}>{(calendar) => <Month calendar={calendar} month={month} />}</DeskQueryState>
    </>
  );
}

type MonthLinkProps = { readonly month: string; readonly before?: string; readonly after?: string };

function MonthLink({ month, before, after }: MonthLinkProps) {
  const filter = useSearch({ from: '/queue/calendar' });
  return (
    <Link to="/queue/calendar" search={{ ...filter, month }}>
      {before}
      {show(month, { month: 'long', year: 'numeric' })}
      {after}
    </Link>
  );
}

function Month({ calendar: { days, today, undated }, month }: { readonly calendar: PieceCalendar; readonly month: string }) {
  const words = useDeskLabels();
  const { month: _, ...filter } = useSearch({ from: '/queue/calendar' });
  return (
    <>
      {days.every(({ total }) => total === 0) ? <p className="soft">Nothing is due.</p> : null}
      <ol className={css.days}>
        {days.map(({ day, isBusinessDay, total, rows, off, capacity }) => (
          <li
            key={day}
            className={css.day}
            data-off={!isBusinessDay || undefined}
            data-empty={total === 0 || undefined}
            data-other={!day.startsWith(month.slice(0, 7)) || undefined}
          >
            <h2 aria-current={day === today ? 'date' : undefined}>
              <time dateTime={day}>
                <span className={css.weekday}>{show(day, { weekday: 'short' })} </span>
                {show(day, { day: 'numeric', ...(day.endsWith('-01') || day === days[0]?.day ? { month: 'short' } : {}) })}
              </time>
            </h2>
            {total > 0 && capacity !== null ? (
              <p className={total > capacity ? css.over : css.note}>
                {total} due, {capacity} a day
              </p>
            ) : null}
            {off.length > 0 ? <p className={css.note}>Off: {off.join(', ')}</p> : null}
            <ul>
              {rows.map((row) => (
                <li key={row.id} className={row.clock === 'late' ? css.late : undefined}>
                  <Link to="/queue/$id" params={{ id: row.id }} title={words.offer(row)}>
                    {formatPieceNumber(row)}
                  </Link>{' '}
                  <span className={css.maker}>{row.maker?.name ?? 'Unassigned'}</span>
                </li>
              ))}
            </ul>
            {total > rows.length ? (
              <Link to="/queue" search={{ ...filter, dueOn: day }}>
                All {total}
              </Link>
            ) : null}
          </li>
        ))}
      </ol>
      {undated > 0 ? (
        <p className="soft">
          {undated === 1 ? '1 piece has' : `${undated} pieces have`} no date, because the clock is paused:{' '}
          <Link to="/queue" search={{ ...filter, clock: 'waits' }}>
            Waiting for customers
          </Link>
        </p>
      ) : null}
    </>
  );
}
