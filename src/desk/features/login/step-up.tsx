// Step-up: one dialog asks for password, code or passkey before a sensitive action; then the refused call is
// sent again.
import { useEffect, useState } from 'react';
import type { Assertion } from '#lib/people/passkey.ts';
import { callDesk, stepUp } from '../../shared/api/client.ts';
import { useMe } from '../../shared/api/me.ts';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
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
  const form = useDeskForm({
    values: { currentPassword: '', code: '' },
    send: ({ currentPassword, code }) => callDesk('POST /api/confirm', code ? { code } : { currentPassword }),
    onDone: async () => onConfirmed(),
  });
  const byPasskey = async (credential: Assertion) => {
    await callDesk('POST /api/confirm', { credential });
    onConfirmed();
  };
  return (
    <Form
      form={form}
      submit="Confirm"
      more={
        me.passkeys > 0 ? <PasskeyButton form={form} options={() => callDesk('POST /api/confirm/options')} onSigned={byPasskey} /> : null
      }
    >
      <p>This action needs your confirmation. It’s valid for five minutes.</p>
      <OperatorPasswordField label="Current password" name="currentPassword" />
      {me.hasApp ? <CodeField label="Or the code from your authenticator app" /> : null}
    </Form>
  );
}
