// Logs a customer out on every device, with a reason, for example after a lost phone or an account takeover.

import { useState } from 'react';
import type { Customer } from '#modules/clients/shapes-customer.ts';
import { Button } from '#ui/display/button.tsx';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { ReasonForm } from '../../shared/forms/form.tsx';
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
      <Button text="Log out everywhere" small onClick={() => setOpen(true)} />
      {isOpen ? (
        <DeskDialog title={`Log ${name || email} out everywhere`} harmless onClose={() => setOpen(false)}>
          <ReasonForm
            draft={`customer.log-out.${id}`}
            send={(why) => callDesk('POST /api/customer/end-sessions', { id, why })}
            onDone={done}
            submit="Log out everywhere"
            danger
          >
            <p>
              Ends all sessions of this customer right away. The password stays; if someone else may know it, ask the customer to reset it.
            </p>
          </ReasonForm>
        </DeskDialog>
      ) : null}
    </>
  );
}
