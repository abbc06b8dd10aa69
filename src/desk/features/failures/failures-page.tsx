// Failures that need an operator: what each means, what helps, and a button to retry.

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Failures, RetryFailure } from '#modules/failures/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import badge from '#ui/styles/badge.module.css';
import fold from '#ui/styles/fold.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { WebhookLog } from '../payments/webhooks.tsx';
import styles from './failures-page.module.css';

type Failure = Failures[number];
const pages = { order: '/orders/$id', payment: '/payments/$id' } as const;
type Retry = (request: RetryFailure) => void;

export function FailuresPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/failures'));
  const mayRetry = useMay('troubles.retry');
  const retrying = useMutation(DeskApiError);
  const [done, setDone] = useState('');
  const again: Retry = (request) =>
    void retrying.run(async () => {
      setDone('');
      const { count } = await callDesk('POST /api/failures/retry', request);
      setDone(
        request.kind === 'mismatch'
          ? 'Settled.'
          : count === 0
            ? 'Already done or in progress.'
            : count === 1
              ? 'Retrying.'
              : `Retrying ${count}.`,
      );
      await query.refetch();
    });
  return (
    <>
      <PageHead title="Failures" />
      <p role="status" className={styles.done}>
        {done}
      </p>
      {retrying.failure ? <p role="alert">{retrying.failure.message}</p> : null}
      <DeskQueryState query={query}>
        {(failures) =>
          failures.length === 0 ? (
            <Empty kind="empty" title="No failures">
              No email, payment, refund or background job has failed.
            </Empty>
          ) : (
            failures.map((failure) => (
              <FailureGroup
                key={`${failure.kind} ${failure.task}`}
                failure={failure}
                again={mayRetry && failure.kind !== 'refused' ? again : undefined}
              />
            ))
          )
        }
      </DeskQueryState>
      <WebhookLog
        title="Rejected webhooks"
        about={
          <p>
            These requests claimed to come from a payment provider. A few without a valid signature are harmless. If all are rejected, check
            the provider’s signing secret. No money is lost: the shop also asks the provider.
          </p>
        }
      />
    </>
  );
}

function FailureGroup({ failure, again }: { readonly failure: Failure; readonly again: Retry | undefined }) {
  const { kind, task, title, means, help, items, isCut } = failure;
  const allOfThem = { kind: kind as RetryFailure['kind'], ...(task === null ? {} : { task }) };
  const retryLabel = kind === 'mismatch' ? 'Settle' : 'Retry';
  const retryOne = (id: string) => again?.({ kind: kind as RetryFailure['kind'], id });
  return (
    <section className={styles.group} aria-label={`${title}: list`}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <span className={kind === 'refused' ? badge.off : badge.wrong}>{isCut ? `${items.length} or more` : items.length}</span>
        {again ? <Button text={kind === 'mismatch' ? 'Settle all' : 'Retry all'} onClick={() => again(allOfThem)} /> : null}
      </div>
      <p>{means}</p>
      <p className="soft">{help}</p>
      <Table label={`${title}: list`} cards heads={['Since', 'What', { name: 'Tries', num: true }, 'Error', ...(again ? ['Actions'] : [])]}>
        {items.map(({ id, what, link, error, details, tries, at }) => (
          <tr key={id}>
            <td className={cell.least}>{formatMoment(at)}</td>
            <td className={cell.grow}>
              {link ? (
                <Link to={pages[link.kind]} params={{ id: link.id }}>
                  {what}
                </Link>
              ) : (
                what
              )}
            </td>
            <td className={cell.num}>{tries === null ? null : `${tries} ${tries === 1 ? 'try' : 'tries'}`}</td>
            <td className={cell.grow}>
              {error}
              {details === null ? null : (
                <details className={fold.fold}>
                  <summary>Details</summary>
                  {details}
                </details>
              )}
            </td>
            {again ? (
              <td className={cell.least}>
                <Button text={retryLabel} look="link" aria-label={`${retryLabel}: ${what}`} onClick={() => retryOne(id)} />
              </td>
            ) : null}
          </tr>
        ))}
      </Table>
    </section>
  );
}
