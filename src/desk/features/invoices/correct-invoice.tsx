// Puts the buyer on an invoice right: a credit note takes it back, and another invoice replaces it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/display/button.tsx';
import type { DeskOutput } from '../../../desk-api.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { AreaField, TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';

type Props = { readonly id: string; readonly number: string; readonly onDone: () => Promise<unknown> };

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

export function CorrectButton(props: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay('money.move')) return null;
  const done = async () => {
    setOpen(false);
    await props.onDone();
  };
  return (
    <>
      <Button text="Correct" about={props.number} look="link" onClick={() => setOpen(true)} />
      {isOpen ? (
        <DeskDialog title={`Correct the buyer on ${props.number}`} onClose={() => setOpen(false)}>
          <Correcting {...props} onDone={done} />
        </DeskDialog>
      ) : null}
    </>
  );
}

function Correcting({ id, onDone }: Props) {
  const query = useQuery(deskQuery('GET /api/invoices/buyer', { id }));
  return <DeskQueryState query={query}>{(buyer) => <CorrectForm id={id} buyer={buyer} onDone={onDone} />}</DeskQueryState>;
}

type FormProps = Pick<Props, 'id' | 'onDone'> & { readonly buyer: DeskOutput<'GET /api/invoices/buyer'> };

function CorrectForm({ id, buyer, onDone }: FormProps) {
  const form = useDeskForm({
    draft: `invoice.correct.${id}`,
    values: { ...buyer, why: '' },
    send: (typed) => callDesk('POST /api/invoices/correct', { ...typed, id }),
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
