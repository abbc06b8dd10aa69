// An order that the operator creates for a client. What was created is shown with its links, to be passed on.

import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { countriesIn } from '#lib/money/countries.ts';
import { type CurrencyNumber, currencyCode, parseMoney } from '#lib/money/money.ts';
import type { DeskOutput, DeskSent } from '../../../desk-api.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useCurrencies } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { AreaField, ChoiceField, FieldError, PercentField, TextField, WholeField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { useDeskLabels } from '../../shared/values/words.ts';
import { SortableField } from '../content/sortable-list.tsx';
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

const taxOptions = [
  { value: 'standard', label: 'Standard rate' },
  { value: 'reduced', label: 'Reduced rate' },
  { value: 'zero', label: 'Zero-rated' },
  { value: 'exempt', label: 'Exempt' },
  { value: 'outside', label: 'Outside the scope' },
];
const payOptions = [
  { value: 'link', label: 'By payment link' },
  { value: 'invoice', label: 'By invoice' },
  { value: 'none', label: 'Not charged' },
];

/** Fields of both kinds, so that another kind keeps what was typed. */
const emptyLine = { offerId: '', title: '', quantity: 1, unitPrice: '', platform: '', taxCategory: 'standard' };
type TypedLine = typeof emptyLine;

const empty = {
  client: { email: '', firstName: '', lastName: '', country: '', address: '', zipCode: '', city: '', company: '', vatId: '' },
  currency: '0',
  lines: [emptyLine],
  discountPercent: 0,
  note: '',
  dueAt: '',
  pay: 'link',
  termsDays: 14,
  reason: '',
};
type Typed = typeof empty;

type FormProps = { readonly customer: string | undefined; readonly onDone: (created: Created) => void };

function OrderForm({ customer, onDone }: FormProps) {
  const { sold } = useCurrencies();
  const form = useDeskForm({
    draft: `order.new.${customer ?? ''}`,
    values: { ...empty, currency: String(sold[0] ?? 0) },
    send: async (typed) => onDone(await callDesk('POST /api/orders/create', toSent(typed, customer))),
  });
  const pay = form.watch('pay');
  return (
    <Form form={form} submit="Create order">
      <Panel title="Client">{customer ? <KnownClient id={customer} /> : <ClientFields />}</Panel>
      <Panel title="Lines">
        <ChoiceField label="Currency" name="currency" options={sold.map((each) => ({ value: String(each), label: currencyCode(each) }))} />
        <FieldError name="lines" />
        <SortableField
          name="lines"
          called="line"
          titleOf={({ title, offerId }: TypedLine, index) => `${index + 1}. ${title || offerId || 'Line'}`}
          make={() => emptyLine}
        >
          {(name, line) => <LineFields name={name} line={line} />}
        </SortableField>
        <PercentField label="Discount in percent" name="discountPercent" />
      </Panel>
      <Panel title="Payment">
        <ChoiceField label="Paid" name="pay" options={payOptions} />
        {pay === 'invoice' ? <WholeField label="Days to pay" name="termsDays" /> : null}
        {pay === 'none' ? <AreaField label="Reason" name="reason" /> : null}
      </Panel>
      <Panel title="Work">
        <TextField label="Due" name="dueAt" type="datetime-local" hint="Leave it empty for the usual turnaround." />
        <AreaField label="Note to the client" name="note" />
      </Panel>
    </Form>
  );
}

function KnownClient({ id }: { readonly id: string }) {
  const { data } = useQuery(deskQuery('GET /api/customer', { id }));
  return <PanelNote>{data ? `${data.name}, ${data.email}` : '…'}</PanelNote>;
}

const ClientFields = () => (
  <>
    <PanelNote>A known email address is that client, whose details stay as they are.</PanelNote>
    <div className={css.fields}>
      <TextField label="Email" name="client.email" type="email" />
      <TextField label="First name" name="client.firstName" />
      <TextField label="Last name" name="client.lastName" />
      <ChoiceField
        label="Country"
        name="client.country"
        options={[{ value: '', label: 'Choose' }, ...countriesIn('en').map(({ code, name }) => ({ value: code, label: name }))]}
      />
      <TextField label="Address" name="client.address" />
      <TextField label="Postal code" name="client.zipCode" />
      <TextField label="City" name="client.city" />
      <TextField label="Company" name="client.company" />
      <TextField label="VAT ID" name="client.vatId" />
    </div>
  </>
);

function LineFields({ name, line }: { readonly name: string; readonly line: TypedLine }) {
  const labels = useDeskLabels();
  const offers = (labels.all?.offers ?? []).map(({ id }) => ({
    value: id,
    label: labels.offer({ offerId: id, quantity: 1, title: null }),
  }));
  return (
    <div className={css.fields}>
      <ChoiceField label="What" name={`${name}.offerId`} options={[{ value: '', label: 'Your own line' }, ...offers]} />
      {line.offerId === '' ? (
        <>
          <TextField label="Title" name={`${name}.title`} />
          <TextField label="Unit price with tax" name={`${name}.unitPrice`} inputMode="decimal" />
          <ChoiceField label="Tax" name={`${name}.taxCategory`} options={taxOptions} />
        </>
      ) : (
        <ChoiceField
          label="Platform"
          name={`${name}.platform`}
          options={[
            { value: '', label: 'None' },
            ...(labels.all?.platforms ?? []).map(({ platform, name: label }) => ({ value: String(platform), label })),
          ]}
        />
      )}
      <WholeField label="Quantity" name={`${name}.quantity`} />
    </div>
  );
}

/** What is no number is sent as a value that the server rejects. */
function toSent({ client, currency: code, lines, reason, dueAt, ...typed }: Typed, customerId: string | undefined): Sent {
  const currency = Number(code) as CurrencyNumber;
  const known = Object.fromEntries(Object.entries(client).filter(([, value]) => value.trim() !== ''));
  return {
    ...typed,
    currency,
    pay: typed.pay as Sent['pay'],
    client: customerId === undefined ? known : { customerId },
    ...(reason.trim() === '' ? {} : { reason }),
    dueAt: dueAt === '' ? null : new Date(dueAt).toISOString(),
    lines: lines.map(({ offerId, title, quantity, unitPrice, platform, taxCategory }) =>
      offerId === ''
        ? { title, quantity, unitPrice: parseMoney(unitPrice, currency) ?? null, taxCategory }
        : { offerId, quantity, platform: platform === '' ? null : Number(platform), answers: {} },
    ),
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
          <PanelNote>We’ve emailed the client this link to review and pay:</PanelNote>
          <p className={css.link}>{paymentLink}</p>
        </>
      ) : (
        <PanelNote>The client gets a confirmation by email.</PanelNote>
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
