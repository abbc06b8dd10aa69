// The state of a query: loading, failed with a way to retry, or its data.

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#ui/display/button.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { PageHead } from '../layout/page-head.tsx';
import styles from './query-state.module.css';

export type QueryView<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;

type Props<T> = {
  readonly query: QueryView<T>;
  /** What the address names: the heading of a page that takes its title from the data. */
  readonly title?: string;
  readonly children: (data: NonNullable<T>) => ReactNode;
};

export function DeskQueryState<T>({ query: { data, error, refetch }, title, children }: Props<T>) {
  const retry = <Button text="Try again" onClick={() => void refetch()} />;
  // The address names nothing that exists, or nothing that could.
  const isUnknown = title !== undefined && (error?.status === 404 || error?.status === 400);
  if (isUnknown && !data)
    return (
      <>
        <PageHead title={`No such ${title.toLowerCase()}`} />
        <Empty kind="filtered" title="Check the address, or search by number or name." />
      </>
    );
  if (data === undefined || data === null)
    return (
      <>
        {title ? <PageHead title={title} /> : null}
        {error ? (
          <Empty
            kind={error.status === 0 ? 'offline' : error.status === 404 ? 'filtered' : 'failed'}
            title={error.status === 404 ? 'Not found' : 'Couldn’t load this page'}
            act={retry}
          >
            {error.message}
          </Empty>
        ) : (
          <div className={styles.waiting} role="status">
            <span className="unseen">Loading…</span>
          </div>
        )}
      </>
    );
  return (
    <>
      {error ? (
        <p className={styles.old} role="alert">
          This may be out of date: {error.message} {retry}
        </p>
      ) : null}
      {children(data)}
    </>
  );
}
