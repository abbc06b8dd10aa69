// What a payment provider told by itself, and how it was answered: of one payment, or all that was refused.
import type { ReactNode } from 'react';
import type { Webhooks as Page } from '../../../modules/desk/orders/shapes-customers.ts';
import badge from '../../../ui/styles/badge.module.css';
import { ask } from '../../shared/api/client.ts';
import { useAsked } from '../../shared/api/query-cache.ts';
import { Answer } from '../../shared/api/query-state.tsx';
import { useOlder } from '../../shared/api/use-load-more.tsx';
import { Link } from '../../shared/browser/location.tsx';
import { Panel } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Moment } from '../../shared/values/moment.tsx';

type Row = Page['webhooks'][number];

const answers: Readonly<Record<Row['answer'], { readonly label: string; readonly look: string | undefined }>> = {
  booked: { label: 'booked', look: badge.done },
  known: { label: 'known already', look: badge.off },
  noted: { label: 'moves no money', look: badge.off },
  signature: { label: 'refused: not signed by it', look: badge.wrong },
  old: { label: 'refused: too old', look: badge.wrong },
  unreadable: { label: 'refused: not readable', look: badge.wrong },
  unknown: { label: 'refused: no payment of ours', look: badge.wrong },
};

const kinds: Readonly<Record<string, string>> = {
  ...{ paid: 'paid', refunded: 'given back', disputed: 'disputed', declined: 'declined', abandoned: 'not paid' },
  ...{ expired: 'expired', refundFailed: 'refund not taken' },
};

type Props = { readonly payment?: string; readonly title: string; readonly about?: ReactNode; readonly none?: ReactNode };

/** Without `none`, nothing is shown where there are none. */
export function Webhooks({ payment, title, about, none }: Props) {
  const asked = useAsked('GET /api/payment/webhooks', { payment });
  if (none === undefined && !asked.data?.webhooks.length) return null;
  return (
    <Panel title={title}>
      {about}
      <Answer of={asked}>{(first) => <List key={first.webhooks[0]?.id ?? ''} first={first} payment={payment} none={none} />}</Answer>
    </Panel>
  );
}

const pageOf = ({ webhooks, more }: Page) => ({ rows: webhooks, more });

function List({ first, payment, none }: { readonly first: Page; readonly payment: string | undefined; readonly none: ReactNode }) {
  const { rows, older } = useOlder(pageOf(first), async (last) =>
    pageOf(await ask('GET /api/payment/webhooks', { payment, before: last?.id })),
  );
  if (rows.length === 0) return none;
  return (
    <>
      <Table label="What the provider told" heads={['When', 'What', 'Answered', { name: 'Times', num: true }]}>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className={cell.least}>
              <Moment at={row.at} />
            </td>
            <td className={cell.grow}>
              {row.provider}
              {row.kind ? `: ${kinds[row.kind] ?? row.kind} ` : ''}
              {row.eventId ? <code className="small soft">{row.eventId}</code> : null}
              {payment === undefined && row.paymentId && row.answer !== 'unknown' ? (
                <Link href={`/payments/${row.paymentId}`}> its payment</Link>
              ) : null}
            </td>
            <td className={cell.least}>
              <span className={answers[row.answer].look}>{answers[row.answer].label}</span>
            </td>
            <td className={cell.num}>{row.count}</td>
          </tr>
        ))}
      </Table>
      {older}
    </>
  );
}
