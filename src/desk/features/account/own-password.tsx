// Changes the operator's own password. All other sessions of the operator end.
import { useState } from 'react';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { DeskTextField, Form } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { Panel } from '../../shared/layout/panel.tsx';

export function OwnPassword() {
  const sending = useMutation(DeskApiError);
  const [currentPassword, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [isChanged, setChanged] = useState(false);
  const send = async () => {
    setChanged(false);
    await callDesk('POST /api/password', { currentPassword, password });
    setCurrent('');
    setPassword('');
    setChanged(true);
  };
  return (
    <Panel title="Password">
      <LeaveGuard isUnsaved={currentPassword !== '' || password !== ''} />
      <Form sending={sending} onSend={send} submit="Change password" isQuiet>
        {isChanged ? <p role="status">Your password is changed. All other sessions have ended.</p> : null}
        <DeskTextField
          {...{ label: 'Current password', name: 'currentPassword', type: 'password', autoComplete: 'current-password', sending }}
          value={currentPassword}
          onValue={setCurrent}
        />
        <DeskTextField
          {...{ label: 'New password', name: 'password', type: 'password', autoComplete: 'new-password', sending }}
          hint="At least 12 characters."
          value={password}
          onValue={setPassword}
        />
      </Form>
    </Panel>
  );
}
