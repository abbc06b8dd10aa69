// Puts the buyer on an invoice right: a credit note takes it back, and another invoice replaces it.
import { useQuery } from '@tanstack/react-query';
import type { DeskOutput } from '../../../desk-api.ts';
import { callDesk } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { AreaField, TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { InvoiceAction, type InvoiceProps } from './invoice-action.tsx';

const labels = {
  company: 'Company',
  vatId: 'VAT ID',
  reference: 'Buyer’s reference',
  firstName: 'First name',
  lastName: 'Last name',
  address: 'Address',
  zipCode: 'Postal code',
  city: 'City',
} as const satisfies Record<keyof DeskOutput<'GET /api/invoices/buyer'>, string>;

export const CorrectButton = (props: InvoiceProps) => (
  <InvoiceAction {...props} text="Correct" title={`Correct the buyer on ${props.number}`}>
    {(done) => <Correcting {...props} onDone={done} />}
  </InvoiceAction>
);

function Correcting({ id, onDone }: InvoiceProps) {
  const query = useQuery(deskQuery('GET /api/invoices/buyer', { id }));
  return <DeskQueryState query={query}>{(buyer) => <CorrectForm id={id} buyer={buyer} onDone={onDone} />}</DeskQueryState>;
}

type FormProps = Pick<InvoiceProps, 'id' | 'onDone'> & { readonly buyer: DeskOutput<'GET /api/invoices/buyer'> };

function CorrectForm({ id, buyer, onDone }: FormProps) {
  const form = useDeskForm({
    draft: `invoice.correct.${id}`,
    values: { ...buyer, why: '' },
    send: (values) => callDesk('POST /api/invoices/correct', { ...values, id }),
    onDone,
  });
  return (
    <Form form={form} submit="Issue a corrected invoice">
      <p>A credit note takes this invoice back, and another one with the same lines replaces it. No money moves. The country stays.</p>
      {(Object.keys(labels) as (keyof typeof labels)[]).map((name) => (
        <TextField key={name} label={labels[name]} name={name} />
      ))}
      <AreaField label="Reason" name="why" />
    </Form>
  );
}
