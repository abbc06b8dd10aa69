// Changes the operator's own password. All other sessions of the operator end.
import { callDesk } from '../../shared/api/client.ts';
import { TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { Panel } from '../../shared/layout/panel.tsx';

export function OwnPassword() {
  const form = useDeskForm({
    values: { currentPassword: '', password: '' },
    send: (passwords) => callDesk('POST /api/password', passwords),
  });
  const { isDirty, isSubmitSuccessful } = form.formState;
  return (
    <Panel title="Password">
      <LeaveGuard isUnsaved={isDirty} />
      <Form form={form} submit="Change password" isQuiet>
        {isSubmitSuccessful ? <p role="status">Your password is changed. All other sessions have ended.</p> : null}
        <TextField label="Current password" name="currentPassword" type="password" autoComplete="current-password" />
        <TextField label="New password" name="password" type="password" autoComplete="new-password" hint="At least 12 characters." />
      </Form>
    </Panel>
  );
}
