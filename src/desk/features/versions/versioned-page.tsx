// The page of an edited text. After a save or the choice of another version, the form starts again from the
// current text and shows what was done.
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { DeskQueryState, type QueryView } from '../../shared/api/query-state.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import css from './versions.module.css';

type Props<T> = {
  readonly query: QueryView<T>;
  readonly title: string;
  /** The list that it belongs to. */
  readonly back?: { readonly to: '/catalogue' | '/content' | '/mails' | '/policies' | '/settings'; readonly label: string };
  /** The name of the file, below the title. */
  readonly file?: string;
  readonly children: (text: NonNullable<T>, onAgain: (notice?: string) => Promise<void>) => ReactNode;
};

export function VersionedPage<T>({ query, title, file, back, children }: Props<T>) {
  const [turn, setTurn] = useState(0);
  const [notice, setSaid] = useState('');
  const anew = async (notice = '') => {
    await query.refetch();
    setSaid(notice);
    setTurn(turn + 1);
  };
  return (
    <>
      <PageHead title={title}>{back ? <Link to={back.to}>{back.label}</Link> : null}</PageHead>
      {file === undefined ? null : <p className="soft small">{file}</p>}
      {notice ? (
        <p role="status" className={css.said}>
          {notice}
        </p>
      ) : null}
      <DeskQueryState query={query}>{(text) => <Fragment key={turn}>{children(text, anew)}</Fragment>}</DeskQueryState>
    </>
  );
}
