// Where the operator is logged in, with a way to end each other session, or all of them.

import type { OwnAccount } from '#modules/staff/shapes-account.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import badge from '#ui/styles/badge.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { Panel } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import css from './account.module.css';

type SessionsProps = Pick<OwnAccount, 'sessions'> & { readonly onChanged: () => Promise<unknown> };

export function OwnSessions({ sessions, onChanged }: SessionsProps) {
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
            <td className={`${cell.least} ${css.since}`}>
              <Moment at={createdAt} />
            </td>
            <td className={`${cell.least} ${css.used}`}>
              <Moment at={seenAt} />
            </td>
            <td className={cell.least}>
              {isCurrent ? null : <Button text="Log out" about={device || 'unknown device'} look="link" onClick={() => void end(id)} />}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
