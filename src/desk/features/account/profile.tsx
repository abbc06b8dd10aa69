// The operator’s name and address. A new address counts once the link mailed to it is confirmed.

import { useState } from 'react';
import type { OwnAccount } from '#modules/staff/shapes-account.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMe, useRefreshMe } from '../../shared/api/me.ts';
import { TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { FactList, Panel } from '../../shared/layout/panel.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import css from './account.module.css';

type ProfileProps = Pick<OwnAccount, 'pendingEmail'> & { readonly onChanged: () => Promise<unknown> };

export function OwnProfile({ pendingEmail, onChanged }: ProfileProps) {
  const me = useMe();
  const [isChanging, setChanging] = useState(false);
  const done = async () => {
    setChanging(false);
    await onChanged();
  };
  return (
    <Panel title="Profile">
      <NameForm />
      <FactList facts={[['Email', me.email]]} />
      {pendingEmail ? (
        <PendingEmail pending={pendingEmail} onDropped={onChanged} />
      ) : (
        <div>
          <Button text="Change email" onClick={() => setChanging(true)} />
        </div>
      )}
      {isChanging ? (
        <DeskDialog title="Change email" onClose={() => setChanging(false)}>
          <EmailForm onDone={done} />
        </DeskDialog>
      ) : null}
    </Panel>
  );
}

function NameForm() {
  const me = useMe();
  const form = useDeskForm({
    draft: 'account.name',
    values: { name: me.name },
    send: (named) => callDesk('POST /api/account/name', named),
    onDone: useRefreshMe(),
    afterwards: 'saved',
  });
  const { isSubmitSuccessful, isDirty } = form.formState;
  return (
    <Form form={form} submit="Save name" isQuiet more={<span role="status">{isSubmitSuccessful && !isDirty ? 'Saved.' : ''}</span>}>
      <TextField label="Name" name="name" autoComplete="name" hint="Customers see it below your replies." />
    </Form>
  );
}

type PendingEmailProps = { readonly pending: NonNullable<OwnAccount['pendingEmail']>; readonly onDropped: () => Promise<unknown> };

function PendingEmail({ pending: { email, until }, onDropped }: PendingEmailProps) {
  const sending = useMutation(DeskApiError);
  const drop = () =>
    sending.run(async () => {
      await callDesk('POST /api/account/drop-email');
      await onDropped();
    });
  return (
    <div className={css.email} role="status">
      <p>
        Open the link in the email to <b>{email}</b> to change your address. It works until <Moment at={until} />.
      </p>
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      <Button text="Cancel the change" look="link" onClick={() => void drop()} />
    </div>
  );
}

function EmailForm({ onDone }: { readonly onDone: () => Promise<unknown> }) {
  const form = useDeskForm({
    draft: 'account.email',
    values: { email: '' },
    send: (changed) => callDesk('POST /api/account/email', changed),
    onDone,
  });
  return (
    <Form form={form} submit="Email me a link">
      <TextField
        label="New email"
        name="email"
        type="email"
        autoComplete="email"
        hint="You get a link there. Once you open it, you log in with this address, and all your sessions end."
      />
    </Form>
  );
}
