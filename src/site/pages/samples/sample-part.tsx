// One part of a sample: a text, a list, a table, a board of slogans, a post with its picture, a month, or a
// text before and after its check.

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { SamplePart, SamplePicture } from '#lib/rendering.ts';
import { Glyph } from '#ui/catalogue/service-icon.tsx';
import type { SamplePartData } from '#ui/page/data.ts';
import { Change } from './change.tsx';
import monthCss from './month.module.css';
import pictureCss from './picture.module.css';
import pictures from './pictures.svg';
import css from './sample-part.module.css';

export const SamplePartView = ({ part }: { part: SamplePartData }) => (
  <figure className={narrow.includes(part.kind) ? css.part : `${css.part} ${css.wide}`}>
    <figcaption className={css.label}>{part.label}</figcaption>
    {renderPart(part)}
  </figure>
);

/** Kinds that stand side by side; the others take the whole row. */
const narrow: readonly SamplePart['kind'][] = ['post', 'tags'];

function renderPart(part: SamplePartData): ReactNode {
  switch (part.kind) {
    case 'text':
      return <Text text={part.text} />;
    case 'list':
      return <List items={part.items} />;
    case 'board':
    case 'notes':
    case 'tags':
      return (
        <dl className={css[part.kind]}>
          {part.rows.map(([head, note]) => (
            <div key={head}>
              <dt>{head}</dt>
              <dd>{note}</dd>
            </div>
          ))}
        </dl>
      );
    case 'table':
      return <Table part={part} />;
    case 'post':
      return <Post part={part} />;
    case 'month':
      return <Month part={part} />;
    case 'change':
      return <Change part={part} />;
  }
}

function Text({ text }: { text: string }) {
  const paragraphs = text.trim().split(/\n\s*\n/);
  return (
    <div className={paragraphs.length > 1 ? `${css.text} ${css.long}` : css.text}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

/** Links are read by programs, titles by people. */
const List = ({ items }: { items: readonly string[] }) => (
  <ul className={items.every((item) => item.startsWith('https:')) ? `${css.list} ${css.links}` : css.list}>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);

const Table = ({ part: { columns, rows } }: { part: Extract<SamplePart, { kind: 'table' }> }) => (
  <div className={css.scroll}>
    <table className={css.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join(' ')}>
            {row.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: texts without state.
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** As it will look on its platform, with what only the person who publishes it reads below. */
const Post = ({ part }: { part: Extract<SamplePart, { kind: 'post' }> }) => (
  <div className={css.post}>
    <div className={css.profile}>
      <span className={css.avatar} aria-hidden="true">
        {[...part.handle][0]?.toUpperCase()}
      </span>
      <p>
        <b>{part.handle}</b>
        <small>{`${part.platform} · ${part.slot}`}</small>
      </p>
    </div>
    <Picture picture={part.picture} />
    <p className={css.caption}>{part.caption}</p>
    <p className={css.action}>{part.action}</p>
    <p className={css.direction}>
      <b>
        <Trans>The picture:</Trans>
      </b>{' '}
      {part.direction}
    </p>
  </div>
);

/**
 * A picture of a sample post, drawn from the picture direction. Decorative: the direction beside it says what
 * it shows. Part of a file, not an image: so it has the page's colours, which are the owner's, and light or
 * dark. The script of the page loads the file after the first paint.
 */
const Picture = ({ picture }: { picture: SamplePicture }) => (
  <svg className={pictureCss.picture} viewBox="0 0 320 180" aria-hidden="true">
    <use data-href={`${pictures}#${picture}`} />
  </svg>
);

/**
 * What arrives or is published on each day, as a calendar of weeks where there is room and as a list of days
 * elsewhere.
 */
type MonthPart = Extract<SamplePartData, { kind: 'month' }>;

const DAYS_OF_A_WEEK = 7;

function Month({ part: { weekdays, entries } }: { part: MonthPart }) {
  const lastDay = Math.max(...entries.map(({ day }) => day));
  const weeks = Math.ceil(lastDay / DAYS_OF_A_WEEK);
  return (
    <ol className={monthCss.month}>
      {Array.from({ length: weeks * DAYS_OF_A_WEEK }, (_, index) => index + 1).map((day) => {
        const own = entries.filter((entry) => entry.day === day);
        if (own.length === 0) return <li key={day} aria-hidden="true" />;
        return (
          <li key={day} className={monthCss.day}>
            <p>
              {`${weekdays[(day - 1) % DAYS_OF_A_WEEK]} `}
              <span>{day}</span>
            </p>
            <ul className={monthCss.entries}>
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
  <li className={monthCss.entry}>
    <Glyph icon={icon} />
    <p>
      <span className="unseen">
        <Trans>{name}:</Trans>
      </span>
      {title}
      {count > 1 ? <b>{` ×${count}`}</b> : null}
      {time ? <time className={monthCss.time}>{time}</time> : null}
    </p>
  </li>
);
