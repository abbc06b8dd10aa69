// One part of a sample: a text, a list, a table, a post with its picture, or a text before and after its check.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { SamplePart } from '../../../../lib/rendering.ts';
import { Picture } from './picture.tsx';
import css from './sample-part.module.css';

export const SamplePartView = ({ part }: { part: SamplePart }) => (
  <figure className={`${css.part} ${wide.includes(part.kind) ? css.wide : ''}`}>
    <figcaption className={css.label}>{part.label}</figcaption>
    {contentOf(part)}
  </figure>
);

/** Kinds that take the whole row. */
const wide: readonly SamplePart['kind'][] = ['text', 'list', 'table', 'notes', 'change'];

function contentOf(part: SamplePart): ReactNode {
  switch (part.kind) {
    case 'text':
      return (
        <div className={css.text}>
          {part.text.split(/\n\s*\n/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      );
    case 'list':
      return (
        <ul className={css.list}>
          {part.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'notes':
    case 'tags':
      return (
        <dl className={part.kind === 'tags' ? css.tags : css.notes}>
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
    case 'change':
      return <Change part={part} />;
  }
}

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

const Post = ({ part: { picture, direction, caption, action } }: { part: Extract<SamplePart, { kind: 'post' }> }) => (
  <div className={css.post}>
    <Picture of={picture} />
    <p className={css.caption}>{caption}</p>
    <p className={css.action}>{action}</p>
    <p className={css.direction}>
      <b>
        <Trans>The picture:</Trans>
      </b>{' '}
      {direction}
    </p>
  </div>
);

const Change = ({ part: { before, after } }: { part: Extract<SamplePart, { kind: 'change' }> }) => (
  <dl className={css.change}>
    <div>
      <dt>
        <Trans>Before</Trans>
      </dt>
      <dd>{before}</dd>
    </div>
    <div className={css.after}>
      <dt>
        <Trans>After</Trans>
      </dt>
      <dd>{after}</dd>
    </div>
  </dl>
);
