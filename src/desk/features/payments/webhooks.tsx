// The webhook log of one payment, or all rejected webhooks, with their responses.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WebhookList as Page } from '#modules/payments/desk/shapes.ts';
import badge from '#ui/styles/badge.module.css';
import { LoadMore } from '../../shared/api/load-more.tsx';
import { deskPagesQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { Panel } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { formatProviderName } from '../../shared/values/words.ts';

type ListedWebhook = Page['webhooks'][number];

const answers: Readonly<Record<ListedWebhook['answer'], { readonly label: string; readonly look: string | undefined }>> = {
  booked: { label: 'Recorded', look: badge.done },
  known: { label: 'Already recorded', look: badge.off },
  noted: { label: 'No payment', look: badge.off },
  signature: { label: 'Rejected: bad signature', look: badge.wrong },
  old: { label: 'Rejected: too old', look: badge.wrong },
  unreadable: { label: 'Rejected: unreadable', look: badge.wrong },
  unknown: { label: 'Rejected: unknown payment', look: badge.wrong },
};

const kinds: Readonly<Record<string, string>> = {
  paid: 'paid',
  refunded: 'refunded',
  disputed: 'disputed',
  disputeLost: 'dispute lost',
  disputeWon: 'dispute won',
  begun: 'being paid',
  declined: 'declined',
  abandoned: 'abandoned',
  expired: 'expired',
  refundFailed: 'refund failed',
};

type Props = { readonly payment?: string; readonly title: string; readonly about?: ReactNode; readonly none?: ReactNode };

/** Without `none`, an empty list renders nothing. */
export function WebhookLog({ payment, title, about, none }: Props) {
  const query = useInfiniteQuery(webhooksQuery(payment));
  if (none === undefined && !query.data?.pages[0]?.webhooks.length) return null;
  return (
    <Panel title={title}>
      {about}
      <DeskQueryState query={query}>
        {({ pages }) => (
          <>
            <WebhookTable rows={pages.flatMap(({ webhooks }) => webhooks)} payment={payment} none={none} />
            <LoadMore query={query} label="Load more" />
          </>
        )}
      </DeskQueryState>
    </Panel>
  );
}

const webhooksQuery = (payment: string | undefined) =>
  deskPagesQuery('GET /api/payment/webhooks', { payment }, ({ webhooks, more }) => (more ? { before: webhooks.at(-1)?.id } : undefined));

type TableProps = { readonly rows: readonly ListedWebhook[]; readonly payment: string | undefined; readonly none: ReactNode };

function WebhookTable({ rows, payment, none }: TableProps) {
  if (rows.length === 0) return none;
  return (
    <Table label="Webhook log" heads={['Received', 'Event', 'Result', { name: 'Times', num: true }]}>
      {rows.map((row) => (
        <tr key={row.id}>
          <td className={cell.least}>{formatMoment(row.at)}</td>
          <td className={cell.grow}>
            {formatProviderName(row.provider)}
            {row.kind ? `: ${kinds[row.kind] ?? row.kind} ` : ''}
            {row.eventId ? <code className="small soft">{row.eventId}</code> : null}
            {payment === undefined && row.paymentId && row.answer !== 'unknown' ? (
              <Link to="/payments/$id" params={{ id: row.paymentId }}>
                {' '}
                Open payment
              </Link>
            ) : null}
          </td>
          <td className={cell.least}>
            <span className={answers[row.answer].look}>{answers[row.answer].label}</span>
          </td>
          <td className={cell.num}>{row.count}</td>
        </tr>
      ))}
    </Table>
  );
}
