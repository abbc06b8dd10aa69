// The operator’s own account: profile, log-in and sessions.

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OwnAccount } from '#modules/staff/shapes-account.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import badge from '#ui/styles/badge.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { LinkButton } from '../../shared/routing/link-button.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { OwnWork } from '../team/work-form.tsx';
import css from './account.module.css';
import { OwnPasskeys } from './passkeys.tsx';
import { OwnProfile } from './profile.tsx';

export function OwnAccountPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/account'));
  const mayWork = useMay('queue.work');
  return (
    <>
      <PageHead title="My account">
        <LinkButton text="My notices" to="/account/notices" />
      </PageHead>
      <div className={css.page}>
        <DeskQueryState query={query}>
          {({ pendingEmail }) => <OwnProfile pendingEmail={pendingEmail} onChanged={query.refetch} />}
        </DeskQueryState>
        {mayWork ? <OwnWork /> : null}
        <OwnPasskeys />
        <OwnPassword />
        <DeskQueryState query={query}>{({ sessions }) => <OwnSessions sessions={sessions} onChanged={query.refetch} />}</DeskQueryState>
      </div>
    </>
  );
}

/** Changes the operator's own password. All other sessions of the operator end. */
function OwnPassword() {
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

/** Where the operator is logged in, with a way to end each other session, or all of them. */
type SessionsProps = Pick<OwnAccount, 'sessions'> & { readonly onChanged: () => Promise<unknown> };

function OwnSessions({ sessions, onChanged }: SessionsProps) {
  const sending = useMutation(DeskApiError);
  const end = (id?: string) =>
    sending.run(async () => {
      await callDesk('POST /api/account/end-sessions', id === undefined ? {} : { id });
      await onChanged();
    });
  const others = sessions.length > 1 ? <Button text="Log out the others" onClick={() => void end()} /> : null;
  return (
    <Panel title="Sessions" beside={others}>
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      <Table label="My sessions" cards heads={['Device', 'Logged in', 'Last used', 'Actions']}>
        {sessions.map(({ id, device, createdAt, seenAt, isCurrent }) => (
          <tr key={id}>
            <td className={cell.grow}>
              {device || 'Unknown device'} {isCurrent ? <span className={badge.done}>This device</span> : null}
            </td>
            <td className={`${cell.least} ${css.since}`}>{formatMoment(createdAt)}</td>
            <td className={`${cell.least} ${css.used}`}>{formatMoment(seenAt)}</td>
            <td className={cell.least}>
              {isCurrent ? null : <Button text="Log out" about={device || 'unknown device'} look="link" onClick={() => void end(id)} />}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
