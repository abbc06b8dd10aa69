// Invoices that clients still owe, what has settled them so far, and bank statements that settle more.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatDecimal, parseMoney } from '#lib/money/money.ts';
import { Button } from '#ui/display/button.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import badge from '#ui/styles/badge.module.css';
import type { DeskOutput } from '../../../desk-api.ts';
import { callDesk } from '../../shared/api/client.ts';
import { LoadMore } from '../../shared/api/load-more.tsx';
import { useMay } from '../../shared/api/me.ts';
import { deskPagesQuery, deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { AreaField, ChoiceField } from '../../shared/forms/fields.tsx';
import { FileInput } from '../../shared/forms/file-input.tsx';
import { Filters } from '../../shared/forms/filters.tsx';
import { Form, ReasonForm } from '../../shared/forms/form.tsx';
import { AmountField } from '../../shared/forms/money-form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { CustomerLink } from '../../shared/values/customer-link.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { formatMoney } from '../../shared/values/money.tsx';
import { RestForm } from './rest-form.tsx';
import css from './sales.module.css';

type Claim = DeskOutput<'GET /api/claims'>['claims'][number];
type Entry = DeskOutput<'GET /api/bank-entries'>['entries'][number];
type Imported = DeskOutput<'POST /api/bank-statements/import'>;
type Doing =
  | { readonly settle: Claim }
  | { readonly rest: Claim }
  | { readonly undo: string; readonly of: Claim }
  | { readonly entry: Entry };

const reasons = {
  unknown: 'No open invoice has this reference',
  overpaid: 'The rest is on the customer’s balance',
  closed: 'The invoice is settled already',
  currency: 'The invoice is in another currency',
  debit: 'Money left the account',
} as const satisfies Record<Entry['why'], string>;

const payerNames = { bank: 'bank', balance: 'balance', provider: 'online' } as const;

export function OpenInvoicesPage(): ReactNode {
  const { state } = useSearch({ from: '/invoices/open' });
  const claims = useInfiniteQuery(claimsQuery(state ?? 'open'));
  const entries = useQuery(deskQuery('GET /api/bank-entries'));
  const mayMove = useMay('money.move');
  const [doing, setDoing] = useState<Doing>();
  const [imported, setImported] = useState<Imported>();
  const done = async () => {
    await Promise.all([claims.refetch(), entries.refetch()]);
    setDoing(undefined);
  };
  return (
    <>
      <PageHead title="Open invoices">
        {mayMove ? <ImportStatement onDone={(result) => done().then(() => setImported(result))} /> : null}
      </PageHead>
      {imported ? <ImportResult imported={imported} /> : null}
      <Filters
        values={{ state }}
        filters={[
          {
            name: 'state',
            label: 'Due',
            options: [{ value: 'overdue', label: 'Overdue' }],
          },
        ]}
      />
      <DeskQueryState query={claims}>
        {(found) =>
          listClaims(found).length === 0 ? (
            <Empty kind="empty" title={state === 'overdue' ? 'Nothing is overdue' : 'No open invoices'} />
          ) : (
            <>
              <ClaimTable claims={listClaims(found)} onDo={mayMove ? setDoing : undefined} />
              <LoadMore query={claims} label="Load more" />
            </>
          )
        }
      </DeskQueryState>
      <DeskQueryState query={entries}>
        {({ entries: found }) => (found.length === 0 ? null : <EntryTable entries={found} onDo={mayMove ? setDoing : undefined} />)}
      </DeskQueryState>
      {doing ? (
        <DeskDialog title={getTitle(doing)} onClose={() => setDoing(undefined)}>
          <DoForm doing={doing} claims={claims.data ? listClaims(claims.data) : []} onDone={done} />
        </DeskDialog>
      ) : null}
    </>
  );
}

const claimsQuery = (state: 'open' | 'overdue') =>
  deskPagesQuery('GET /api/claims', { state }, ({ claims, has_more: hasMore }) =>
    hasMore ? { after: claims.at(-1)?.purchaseId } : undefined,
  );

const listClaims = ({ pages }: { readonly pages: readonly DeskOutput<'GET /api/claims'>[] }) => pages.flatMap(({ claims }) => claims);

const getTitle = (doing: Doing): string => {
  if ('settle' in doing) return `Settle ${doing.settle.number}`;
  if ('rest' in doing) return `Invoice the rest after ${doing.rest.number}`;
  return 'undo' in doing ? `Undo a settlement of ${doing.of.number}` : 'Settle with this entry';
};

type TableProps<Row> = { readonly onDo: ((doing: Doing) => void) | undefined } & Row;

const ClaimTable = ({ claims, onDo }: TableProps<{ readonly claims: readonly Claim[] }>) => (
  <Table
    label="Open invoices"
    cards
    heads={['Invoice', 'Customer', 'Due', 'Reference', { name: 'Open', num: true }, 'Settled by', ...(onDo ? ['Actions'] : [])]}
  >
    {claims.map((claim) => (
      <tr key={claim.purchaseId}>
        <td className={cell.least}>
          {claim.link ? (
            <a href={claim.link} target="_blank" rel="noreferrer">
              {claim.number}
            </a>
          ) : (
            claim.number
          )}
        </td>
        <td className={cell.grow}>
          <CustomerLink customer={claim.customer} none="—" />
        </td>
        <td className={cell.least}>
          {formatMoment(claim.dueOn, 'day')} {claim.isOverdue ? <span className={badge.wrong}>Overdue</span> : null}
          {claim.reminders.map(({ level, at }) => (
            <div key={level} className="soft">
              Reminder {level}, {formatMoment(at, 'day')}
            </div>
          ))}
        </td>
        <td className={cell.least}>{claim.reference}</td>
        <td className={cell.num}>
          {formatMoney(claim.open, claim.currency)}
          {claim.due < claim.open ? <div className="soft">due {formatMoney(claim.due, claim.currency)}</div> : null}
        </td>
        <td>
          {claim.settlements.map(({ id, at, amount, returned, paidBy, isUndone }) => (
            <div key={id}>
              {isUndone ? <s>{formatMoney(amount, claim.currency)}</s> : formatMoney(amount, claim.currency)}{' '}
              <span className="soft">
                {payerNames[paidBy]}, {formatMoment(at, 'day')}
                {returned > 0 ? `, returned ${formatMoney(returned, claim.currency)}` : null}
              </span>{' '}
              {onDo && paidBy === 'bank' && !isUndone ? (
                <Button text="Undo" look="link" onClick={() => onDo({ undo: id, of: claim })} />
              ) : null}
            </div>
          ))}
        </td>
        {onDo ? (
          <td className={cell.least}>
            <Button text="Settle" small onClick={() => onDo({ settle: claim })} />{' '}
            {claim.due < claim.open ? <Button text="Invoice the rest" small onClick={() => onDo({ rest: claim })} /> : null}
          </td>
        ) : null}
      </tr>
    ))}
  </Table>
);

const EntryTable = ({ entries, onDo }: TableProps<{ readonly entries: readonly Entry[] }>) => (
  <Panel title="Bank entries without an invoice">
    <Table
      label="Bank entries"
      cards
      heads={['Booked', 'Payer', 'Reference', { name: 'Amount', num: true }, 'Why', ...(onDo ? ['Actions'] : [])]}
    >
      {entries.map((entry) => (
        <tr key={entry.id}>
          <td className={cell.least}>{formatMoment(entry.bookedOn, 'day')}</td>
          <td>{entry.payer || entry.iban || '—'}</td>
          <td className={cell.grow}>{entry.reference || '—'}</td>
          <td className={cell.num}>{formatMoney(entry.amount, entry.currency)}</td>
          <td>{reasons[entry.why]}</td>
          {onDo ? (
            <td className={cell.least}>
              <Button text="Settle an invoice" small onClick={() => onDo({ entry })} />
            </td>
          ) : null}
        </tr>
      ))}
    </Table>
  </Panel>
);

type DoProps = { readonly doing: Doing; readonly claims: readonly Claim[]; readonly onDone: () => Promise<unknown> };

function DoForm({ doing, claims, onDone }: DoProps) {
  if ('settle' in doing) return <SettleForm claim={doing.settle} onDone={onDone} />;
  if ('rest' in doing) return <RestForm purchaseId={doing.rest.purchaseId} onDone={onDone} />;
  if ('entry' in doing) return <EntryForm entry={doing.entry} claims={claims} onDone={onDone} />;
  return (
    <ReasonForm
      draft={`claim.undo.${doing.undo}`}
      send={(reason) => callDesk('POST /api/claims/undo', { id: doing.undo, reason })}
      onDone={onDone}
      submit="Undo"
      danger
    >
      <p>The invoice is open again. What was overpaid leaves the balance.</p>
    </ReasonForm>
  );
}

type ClaimFormProps = { readonly claim: Claim; readonly onDone: () => Promise<unknown> };

const payers = [
  { value: 'bank', label: 'Bank transfer' },
  { value: 'balance', label: 'Customer’s balance' },
];

function SettleForm({ claim, onDone }: ClaimFormProps) {
  const { purchaseId, open, currency } = claim;
  const form = useDeskForm({
    draft: `claim.settle.${purchaseId}`,
    values: { amount: formatDecimal({ amount: open, currency }), paidBy: 'bank' as 'bank' | 'balance', reason: '' },
    send: ({ amount, ...typed }) =>
      callDesk('POST /api/claims/settle', { ...typed, purchaseId, amount: parseMoney(amount, currency) ?? 0 }),
    onDone,
  });
  return (
    <Form form={form} submit="Settle">
      <AmountField remaining={open} currency={currency} about="open" />
      <ChoiceField label="Paid by" name="paidBy" options={payers} />
      <AreaField label="Reason" name="reason" />
    </Form>
  );
}

type EntryFormProps = { readonly entry: Entry; readonly claims: readonly Claim[]; readonly onDone: () => Promise<unknown> };

function EntryForm({ entry, claims, onDone }: EntryFormProps) {
  const fitting = claims.filter(({ currency }) => currency === entry.currency);
  const form = useDeskForm({
    draft: `entry.settle.${entry.id}`,
    values: { purchaseId: fitting[0]?.purchaseId ?? '', reason: '' },
    send: (values) => callDesk('POST /api/bank-entries/settle', { ...values, entryId: entry.id }),
    onDone,
  });
  if (fitting.length === 0) return <PanelNote>No invoice in this currency is open.</PanelNote>;
  return (
    <Form form={form} submit="Settle">
      <ChoiceField
        label="Invoice"
        name="purchaseId"
        options={fitting.map(({ purchaseId, number, customer, open, currency }) => ({
          value: purchaseId,
          label: `${number} · ${customer?.name ?? '—'} · ${formatMoney(open, currency)}`,
        }))}
      />
      <AreaField label="Reason" name="reason" />
    </Form>
  );
}

function ImportStatement({ onDone }: { readonly onDone: (imported: Imported) => unknown }) {
  const [error, setError] = useState<string>();
  const read = async (file: File) => {
    const text = await file.text();
    const format = text.trimStart().startsWith('<') ? 'camt.053' : 'csv';
    try {
      setError(undefined);
      onDone(await callDesk('POST /api/bank-statements/import', { format, text }));
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : 'The file couldn’t be read.');
    }
  };
  return (
    <>
      <FileInput label="Import bank statement" accept=".xml,.csv,text/csv,application/xml" onFile={read} />
      {error ? <p role="alert">{error}</p> : null}
    </>
  );
}

const ImportResult = ({ imported: { matched, unmatched, known } }: { readonly imported: Imported }) => (
  <p role="status" className={css.acts}>
    {matched.length} settled · {unmatched.length} not matched · {known} known already
  </p>
);
