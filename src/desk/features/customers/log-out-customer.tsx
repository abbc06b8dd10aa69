// Logs a customer out on every device, with a reason, for example after a lost phone or an account takeover.
import { useState } from 'react';
import type { Customer } from '#modules/desk/orders/shapes-customers.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import button from '#ui/styles/button.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { AreaField, Form } from '../../shared/forms/form.tsx';
import { useFormDraft } from '../../shared/forms/use-form-draft.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';

type Props = { readonly customer: Customer; readonly onDone: () => Promise<unknown> };

export function LogOutCustomer({ customer: { id, name, email, sessions }, onDone }: Props) {
  const [isOpen, setOpen] = useState(false);
  const may = useMay('customers.logOut');
  if (!may || sessions === 0) return null;
  const done = async () => {
    setOpen(false);
    await onDone();
  };
  return (
    <>
      <button className={`${button.quiet} ${button.small}`} type="button" onClick={() => setOpen(true)}>
        Log out everywhere
      </button>
      {isOpen ? (
        <DeskDialog title={`Log ${name || email} out everywhere`} harmless onClose={() => setOpen(false)}>
          <WhyForm id={id} onDone={done} />
        </DeskDialog>
      ) : null}
    </>
  );
}

function WhyForm({ id, onDone }: { readonly id: string; readonly onDone: () => Promise<unknown> }) {
  const sending = useMutation(DeskApiError);
  const draft = useFormDraft(`customer.log-out.${id}`, { why: '' });
  const { why } = draft.values;
  const send = async () => {
    await callDesk('POST /api/customer/end-sessions', { id, why });
  };
  return (
    <Form draft={draft} sending={sending} onSend={send} onDone={onDone} submit="Log out everywhere" danger>
      <p>Ends all sessions of this customer right away. The password stays; if someone else may know it, ask the customer to reset it.</p>
      <AreaField label="Reason" name="why" value={why} onValue={(why) => draft.change({ why })} sending={sending} />
    </Form>
  );
}
