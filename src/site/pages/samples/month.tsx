// What arrives or is published on each day, as a calendar of weeks where there is room and as a list of days
// elsewhere.
import { Trans } from '@lingui/react/macro';
import { Glyph } from '#ui/catalogue/service-icon.tsx';
import type { SamplePartData } from '#ui/page/data.ts';
import css from './month.module.css';

type MonthPart = Extract<SamplePartData, { kind: 'month' }>;

const DAYS_OF_A_WEEK = 7;

export function Month({ part: { weekdays, entries } }: { part: MonthPart }) {
  const lastDay = Math.max(...entries.map(({ day }) => day));
  const weeks = Math.ceil(lastDay / DAYS_OF_A_WEEK);
  return (
    <ol className={css.month}>
      {Array.from({ length: weeks * DAYS_OF_A_WEEK }, (_, index) => index + 1).map((day) => {
        const own = entries.filter((entry) => entry.day === day);
        if (own.length === 0) return <li key={day} aria-hidden="true" />;
        return (
          <li key={day} className={css.day}>
            <p>
              {`${weekdays[(day - 1) % DAYS_OF_A_WEEK]} `}
              <span>{day}</span>
            </p>
            <ul className={css.entries}>
              {own.map((entry) => (
                <Entry key={entry.title} entry={entry} />
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}

const Entry = ({ entry: { icon, name, title, time, count = 1 } }: { entry: MonthPart['entries'][number] }) => (
  <li className={css.entry}>
    <Glyph icon={icon} />
    <p>
      <span className="unseen">
        <Trans>{name}:</Trans>
      </span>
      {title}
      {count > 1 ? <b>{` ×${count}`}</b> : null}
      {time ? <time className={css.time}>{time}</time> : null}
    </p>
  </li>
);
