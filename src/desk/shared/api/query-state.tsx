// What was asked of the desk, as it stands: still on its way, failed with a way to try again, or there.
import type { ReactNode } from 'react';
import { Empty } from '../../../ui/feedback/empty.tsx';
import button from '../../../ui/styles/button.module.css';
import { PageHead } from '../layout/page-head.tsx';
import type { Asked } from './query-cache.ts';
import styles from './query-state.module.css';

type Props<T> = {
  readonly of: Asked<T>;
  /** Of a page that has no name before its thing is there. */
  readonly title?: string;
  readonly children: (data: NonNullable<T>) => ReactNode;
};

export function Answer<T>({ of: { data, failure, again }, title, children }: Props<T>) {
  const retry = (
    <button className={button.quiet} type="button" onClick={() => void again()}>
      Try again
    </button>
  );
  if (data === undefined || data === null)
    return (
      <>
        {title ? <PageHead title={title} /> : null}
        {failure ? (
          <Empty
            kind={failure.status === 0 ? 'offline' : failure.status === 404 ? 'filtered' : 'failed'}
            title={failure.status === 404 ? 'There is nothing here' : 'This could not be loaded'}
            act={retry}
          >
            {failure.message}
          </Empty>
        ) : (
          <div className={styles.waiting} role="status">
            <span className="unseen">Loading …</span>
          </div>
        )}
      </>
    );
  return (
    <>
      {failure ? (
        <p className={styles.old} role="alert">
          What you see may be old: {failure.message} {retry}
        </p>
      ) : null}
      {children(data)}
    </>
  );
}
