// Step-up: one dialog asks for password, code or passkey before a sensitive action; then the refused call is
// sent again.
import { useEffect, useState } from 'react';
import type { Assertion } from '#lib/people/passkey.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError, stepUp } from '../../shared/api/client.ts';
import { useMe } from '../../shared/api/me.ts';
import { Form } from '../../shared/forms/form.tsx';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { CodeField, OperatorPasswordField, PasskeyButton } from './factor-fields.tsx';

/** One dialog for all waiting calls. */
export function StepUp() {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>();
  useEffect(() => {
    let waiting: Promise<boolean> | undefined;
    const before = stepUp.confirm;
    stepUp.confirm = () => {
      waiting ??= new Promise<boolean>((done) => setAnswer(() => done)).finally(() => {
        waiting = undefined;
        setAnswer(undefined);
      });
      return waiting;
    };
    return () => {
      stepUp.confirm = before;
    };
  }, []);
  return answer ? (
    <DeskDialog title="Confirm it’s you" onClose={() => answer(false)}>
      <Confirm onConfirmed={() => answer(true)} />
    </DeskDialog>
  ) : null;
}

function Confirm({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const me = useMe();
  const sending = useMutation(DeskApiError);
  const [currentPassword, setPassword] = useState('');
  const [code, setCode] = useState('');
  const send = async () => {
    await callDesk('POST /api/confirm', code ? { code } : { currentPassword });
    onConfirmed();
  };
  const byPasskey = async (credential: Assertion) => {
    await callDesk('POST /api/confirm', { credential });
    onConfirmed();
  };
  return (
    <Form
      sending={sending}
      onSend={send}
      submit="Confirm"
      more={
        me.passkeys > 0 ? (
          <PasskeyButton sending={sending} options={() => callDesk('POST /api/confirm/options')} onSigned={byPasskey} />
        ) : null
      }
    >
      <p>This action needs your confirmation. It’s valid for five minutes.</p>
      <OperatorPasswordField
        label="Current password"
        name="currentPassword"
        value={currentPassword}
        onValue={setPassword}
        sending={sending}
      />
      {me.hasApp ? <CodeField label="Or the code from your authenticator app" value={code} onValue={setCode} sending={sending} /> : null}
    </Form>
  );
}
