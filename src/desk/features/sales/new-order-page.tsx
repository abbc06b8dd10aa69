// An order that the operator creates for a client. What was created is shown with its links, to be passed on.

import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { DeskOutput, DeskSent } from '../../../desk-api.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useCurrencies } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { AreaField, ChoiceField, TextField, WholeField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { formatDay } from '../../shared/values/moment.tsx';
import { ClientFields, emptyClient, emptyLine, SaleLines, toClient, toLines } from './sale-fields.tsx';
import css from './sales.module.css';

type Created = DeskOutput<'POST /api/orders/create'>;
type Sent = DeskSent<'POST /api/orders/create'>;

export function NewOrderPage(): ReactNode {
  const { customer } = useSearch({ from: '/orders/new' });
  const [created, setCreated] = useState<Created>();
  return (
    <>
      <PageHead title="New order" />
      {created ? (
        <CreatedOrder created={created} onMore={() => setCreated(undefined)} />
      ) : (
        <OrderForm customer={customer} onDone={setCreated} />
      )}
    </>
  );
}

const payOptions = [
  { value: 'link', label: 'By payment link' },
  { value: 'invoice', label: 'By invoice' },
  { value: 'balance', label: 'From the balance' },
  { value: 'none', label: 'Not charged' },
];

const empty = {
  client: emptyClient,
  currency: '0',
  lines: [emptyLine],
  discountPercent: 0,
  note: '',
  dueAt: '',
  pay: 'link',
  termsDays: 14,
  agreementId: '',
  reason: '',
};
type Typed = typeof empty;

type FormProps = { readonly customer: string | undefined; readonly onDone: (created: Created) => void };

function OrderForm({ customer, onDone }: FormProps) {
  const { sold } = useCurrencies();
  const form = useDeskForm({
    draft: `order.new.${customer ?? ''}`,
    values: { ...empty, currency: String(sold[0] ?? 0) },
    send: async (values) => onDone(await callDesk('POST /api/orders/create', toSent(values, customer))),
  });
  const pay = form.watch('pay');
  return (
    <Form form={form} submit="Create order">
      <Panel title="Customer">
        <ClientFields customer={customer} />
      </Panel>
      <SaleLines />
      <Panel title="Payment">
        <ChoiceField label="Paid" name="pay" options={payOptions} />
        {pay === 'invoice' ? <WholeField label="Days to pay" name="termsDays" /> : null}
        {pay === 'balance' ? <AgreementField customer={customer} /> : null}
        {pay === 'none' ? <AreaField label="Reason" name="reason" /> : null}
      </Panel>
      <Panel title="Work">
        <TextField label="Due" name="dueAt" type="datetime-local" hint="Leave it empty for the usual turnaround." />
        <AreaField label="Note to the customer" name="note" />
      </Panel>
    </Form>
  );
}

/** What was agreed is recorded on the client's page. */
function AgreementField({ customer }: Pick<FormProps, 'customer'>) {
  const { data } = useQuery({ ...deskQuery('GET /api/agreements', { customerId: customer ?? '' }), enabled: customer !== undefined });
  if (!customer) return <PanelNote>Start from the customer’s page, where their agreement to this is recorded.</PanelNote>;
  const agreements = (data?.agreements ?? []).map(({ id, text, at }) => ({ value: id, label: `${formatDay(at.slice(0, 10))}: ${text}` }));
  return (
    <ChoiceField
      label="Customer’s agreement"
      name="agreementId"
      options={[{ value: '', label: agreements.length === 0 ? 'None is recorded' : 'Choose' }, ...agreements]}
      hint="Record it on the customer’s page, under Terms."
    />
  );
}

function toSent({ client, currency: code, lines, reason, agreementId, dueAt, ...typed }: Typed, customerId: string | undefined): Sent {
  const currency = Number(code) as CurrencyNumber;
  return {
    ...typed,
    currency,
    pay: typed.pay as Sent['pay'],
    client: toClient(client, customerId),
    ...(agreementId === '' || typed.pay !== 'balance' ? {} : { agreementId }),
    ...(reason.trim() === '' ? {} : { reason }),
    dueAt: dueAt === '' ? null : new Date(dueAt).toISOString(),
    lines: toLines(lines, currency),
  };
}

function CreatedOrder({
  created: { orderIds, paymentLink, invoiceId },
  onMore,
}: {
  readonly created: Created;
  readonly onMore: () => void;
}) {
  return (
    <Panel title="Order created">
      {paymentLink ? (
        <>
          <PanelNote>We’ve emailed the customer this link to review and pay:</PanelNote>
          <p className={css.link}>{paymentLink}</p>
        </>
      ) : (
        <PanelNote>The customer gets a confirmation by email.</PanelNote>
      )}
      <p className={css.acts}>
        {orderIds.slice(0, 1).map((id) => (
          <Link key={id} to="/orders/$id" params={{ id }}>
            Open the order
          </Link>
        ))}
        {invoiceId ? <Link to="/invoices/open">Open invoices</Link> : null}
        <button type="button" onClick={onMore}>
          Create another
        </button>
      </p>
    </Panel>
  );
}
