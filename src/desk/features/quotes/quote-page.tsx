// A quote: its state, its link, who accepted it when, and what was sent in each version.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/display/button.tsx';
import type { DeskOutput } from '../../../desk-api.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { ReasonForm } from '../../shared/forms/form.tsx';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { CustomerLink } from '../../shared/values/customer-link.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { formatMoney } from '../../shared/values/money.tsx';
import sales from '../sales/sales.module.css';
import { QuoteForm } from './quote-form.tsx';
import { QuoteBadge } from './quotes-page.tsx';

type Quote = DeskOutput<'GET /api/quote'>;
type Version = Quote['versions'][number];
type Doing = 'revise' | 'withdraw' | undefined;

export function QuotePage(): ReactNode {
  const { id } = useParams({ from: '/quotes/$id' });
  const query = useQuery(deskQuery('GET /api/quote', { id }));
  return <DeskQueryState query={query}>{(quote) => <Details quote={quote} onDone={query.refetch} />}</DeskQueryState>;
}

function Details({ quote, onDone }: { readonly quote: Quote; readonly onDone: () => Promise<unknown> }) {
  const { id, number, state, customer, link, validUntil, total, currency, versions } = quote;
  const [doing, setDoing] = useState<Doing>();
  const done = async () => {
    await onDone();
    setDoing(undefined);
  };
  const mayMove = useMay('money.move');
  const isUndecided = mayMove && (state === 'open' || state === 'expired');
  const [newest] = versions;
  return (
    <>
      <PageHead title={`Quote ${number}`}>
        {isUndecided ? (
          <>
            <Button text="New version" small onClick={() => setDoing('revise')} />
            <Button text="Withdraw" small onClick={() => setDoing('withdraw')} />
          </>
        ) : null}
      </PageHead>
      <Panel title={formatMoney(total, currency)}>
        <p>
          <QuoteBadge state={state} /> for <CustomerLink customer={customer} none="—" />, valid until {formatMoment(validUntil)}
        </p>
        <Decision quote={quote} />
        {link ? <p className={sales.link}>{link}</p> : <PanelNote>Its link is revoked.</PanelNote>}
      </Panel>
      {versions.map((version) => (
        <VersionPanel key={version.version} version={version} quote={quote} />
      ))}
      {doing === 'revise' && newest ? (
        <DeskDialog title="New version" onClose={() => setDoing(undefined)}>
          <QuoteForm
            draft={`quote.revise.${id}.${newest.version}`}
            before={{ version: newest, currency }}
            send={async ({ client: _, ...terms }) => {
              await callDesk('POST /api/quotes/revise', { ...terms, id, version: newest.version });
              await done();
            }}
          />
        </DeskDialog>
      ) : null}
      {doing === 'withdraw' ? (
        <DeskDialog title={`Withdraw ${number}`} onClose={() => setDoing(undefined)}>
          <ReasonForm
            draft={`quote.withdraw.${id}`}
            send={(reason) => callDesk('POST /api/quotes/withdraw', { id, reason })}
            onDone={done}
            submit="Withdraw"
            danger
          >
            <p>Its page says that it is withdrawn, and it can no longer be accepted.</p>
          </ReasonForm>
        </DeskDialog>
      ) : null}
    </>
  );
}

function Decision({ quote: { accepted, orderId, state, decidedAt, reason } }: { readonly quote: Quote }) {
  if (accepted)
    return (
      <>
        <p>
          {accepted.name} accepted version {accepted.version} on {formatMoment(accepted.at)}, from {accepted.address}.
        </p>
        <p className={sales.link}>SHA-256 {accepted.hash}</p>
        {orderId ? (
          <p>
            <Link to="/orders/$id" params={{ id: orderId }}>
              Open the order
            </Link>
          </p>
        ) : null}
      </>
    );
  if (state !== 'declined' && state !== 'withdrawn') return null;
  return (
    <p>
      {state === 'declined' ? 'Declined' : 'Withdrawn'} {decidedAt ? formatMoment(decidedAt) : ''}
      {reason ? `: ${reason}` : ', without a reason.'}
    </p>
  );
}

function VersionPanel({ version, quote }: { readonly version: Version; readonly quote: Quote }) {
  const { accepted, currency } = quote;
  const isChosen = (index: number) => accepted?.version === version.version && accepted.options.includes(index);
  return (
    <Panel title={`Version ${version.version}`}>
      <PanelNote>
        Sent {formatMoment(version.createdAt)}, valid until {formatMoment(version.validUntil)}
        {version.advancePercent % 100 > 0 ? `, ${version.advancePercent}% in advance` : ''}
        {version.discountPercent > 0 ? `, ${version.discountPercent}% discount` : ''}
      </PanelNote>
      {version.message ? <p className={sales.message}>{version.message}</p> : null}
      <Table label={`Lines of version ${version.version}`} heads={['What', { name: 'Quantity', num: true }, { name: 'Total', num: true }]}>
        {[...version.lines, ...version.options].map(({ name, quantity, total }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a version never move
          <tr key={index}>
            <td className={cell.grow}>
              {name}
              {index < version.lines.length ? '' : isChosen(index - version.lines.length) ? ' (option, chosen)' : ' (option)'}
            </td>
            <td className={cell.num}>{quantity}</td>
            <td className={cell.num}>{formatMoney(total, currency)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
