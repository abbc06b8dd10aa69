// The operator's own passkeys, and whether an authenticator app is set up.

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PasskeyList } from '#lib/people/passkey.ts';
import { createPasskey, supportsPasskeys } from '#ui/browser/passkey.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMe, useRefreshMe } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { FactList, Panel } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { formatMoment, Moment } from '../../shared/values/moment.tsx';

type Passkey = PasskeyList[number];

export function OwnPasskeys(): ReactNode {
  const { hasApp } = useMe();
  const refreshMe = useRefreshMe();
  const query = useQuery(deskQuery('GET /api/passkeys'));
  const sending = useMutation(DeskApiError);
  const [renaming, setRenaming] = useState<Passkey>();
  const add = () =>
    sending.run(async () => {
      const credential = await createPasskey(await callDesk('POST /api/passkeys/options'));
      if (!credential) return;
      await callDesk('POST /api/passkeys/add', { credential });
      await Promise.all([query.refetch(), refreshMe()]);
    });
  const remove = (id: string) =>
    sending.run(async () => {
      await callDesk('POST /api/passkeys/remove', { id });
      await Promise.all([query.refetch(), refreshMe()]);
    });
  const finishRename = async () => {
    setRenaming(undefined);
    await query.refetch();
  };
  return (
    <Panel title="Two-step log-in" beside={supportsPasskeys() ? <Button text="Add passkey" onClick={() => void add()} /> : null}>
      <p className="soft">
        A passkey replaces password and code: use your fingerprint, face or device PIN. Add one per device. If you lose them all, an owner
        can send you a new invitation link.
      </p>
      <FactList facts={[['Authenticator app', hasApp ? 'On' : 'Off. It is set up with an invitation link.']]} />
      {supportsPasskeys() ? null : <p>This browser does not support passkeys.</p>}
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      <DeskQueryState query={query}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p>No passkeys yet.</p>
          ) : (
            <Table label="My passkeys" heads={['Name', 'Added', 'Last used', 'Actions']}>
              {passkeys.map((passkey) => (
                <tr key={passkey.id}>
                  <td className={cell.grow}>{passkey.name}</td>
                  <td className={cell.least}>{formatMoment(passkey.createdAt)}</td>
                  <td className={cell.least}>{passkey.lastUsedAt ? <Moment at={passkey.lastUsedAt} /> : '—'}</td>
                  <td className={cell.least}>
                    <span className={cell.acts}>
                      <Button text="Rename" about={passkey.name} look="link" onClick={() => setRenaming(passkey)} />
                      <Button text="Remove" about={passkey.name} look="link" onClick={() => void remove(passkey.id)} />
                    </span>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </DeskQueryState>
      {renaming ? (
        <DeskDialog title="Rename passkey" harmless onClose={() => setRenaming(undefined)}>
          <RenameForm passkey={renaming} onDone={finishRename} />
        </DeskDialog>
      ) : null}
    </Panel>
  );
}

function RenameForm({ passkey: { id, name }, onDone }: { readonly passkey: Passkey; readonly onDone: () => Promise<unknown> }) {
  const form = useDeskForm({
    draft: `passkey.${id}`,
    values: { name },
    send: (renamed) => callDesk('POST /api/passkeys/rename', { id, ...renamed }),
    onDone,
  });
  return (
    <Form form={form} submit="Rename">
      <TextField label="Name" name="name" />
    </Form>
  );
}
