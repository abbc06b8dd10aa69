// Roles that owners make from the table of permissions.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { OwnRoles as Roles } from '#modules/staff/shapes.ts';
import { namelessPermissions, type Permission, permissionNames, permissions } from '#modules/staff/shapes-roles.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMe } from '../../shared/api/me.ts';
import { deskQuery, refetchCall } from '../../shared/api/queries.ts';
import { CheckField, CheckList, TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import css from '../versions/versions.module.css';

type OwnRole = Roles[number];
const refetchRolesAndTeam = () => Promise.all([refetchCall('GET /api/roles'), refetchCall('GET /api/team')]);

export function OwnRoles() {
  const { data: own = [] } = useQuery(deskQuery('GET /api/roles'));
  const [editing, setEditing] = useState<OwnRole | 'new'>();
  const sending = useMutation(DeskApiError);
  const remove = (id: string) =>
    sending.run(async () => {
      await callDesk('POST /api/roles/remove', { id });
      await refetchRolesAndTeam();
    });
  const done = async () => {
    await refetchRolesAndTeam();
    setEditing(undefined);
  };
  return (
    <Panel title="Own roles" beside={<Button text="New role" small onClick={() => setEditing('new')} />}>
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      {own.length === 0 ? (
        <PanelNote>None. The built-in roles stay beside yours.</PanelNote>
      ) : (
        <Table label="Own roles" cards heads={['Name', 'May', 'Held by', 'Actions']}>
          {own.map((role) => (
            <tr key={role.id}>
              <td className={cell.least}>{role.name}</td>
              <td className={cell.grow}>
                {role.permissions.length} of {permissionNames.length}
                {role.permissions.includes('queue.names') ? '' : ', without customers’ names'}
              </td>
              <td>{role.operators === 0 ? 'Nobody' : role.operators === 1 ? '1 operator' : `${role.operators} operators`}</td>
              <td>
                <span className={cell.acts}>
                  <Button text="Change" about={role.name} look="link" onClick={() => setEditing(role)} />
                  <Button text="Remove" about={role.name} look="link" onClick={() => void remove(role.id)} />
                </span>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {editing ? (
        <DeskDialog title={editing === 'new' ? 'New role' : `Change ${editing.name}`} harmless onClose={() => setEditing(undefined)}>
          <RoleForm role={editing === 'new' ? undefined : editing} onDone={done} />
        </DeskDialog>
      ) : null}
    </Panel>
  );
}

type FormProps = { readonly role: OwnRole | undefined; readonly onDone: () => Promise<unknown> };

/** Only what the operator may do, and what the role has already. */
function RoleForm({ role, onDone }: FormProps) {
  const form = useDeskForm({
    draft: `team.own-role.${role?.id ?? 'new'}`,
    values: {
      name: role?.name ?? '',
      hidesNames: role ? !role.permissions.includes('queue.names') : false,
      permissions: (role?.permissions ?? ['queue.see', 'queue.work']) as Permission[],
    },
    send: ({ name, hidesNames, permissions: acts }) =>
      callDesk('POST /api/roles/save', {
        ...(role ? { id: role.id } : {}),
        name,
        permissions: acts
          .filter((act) => act !== 'queue.names' && !(hidesNames && !namelessPermissions.includes(act)))
          .concat(hidesNames ? [] : ['queue.names']),
      }),
    onDone,
    fieldAt: (path) => path.replace(/^permissions.*$/, 'permissions'),
  });
  return (
    <Form form={form} submit={role ? 'Change role' : 'Make role'}>
      <TextField label="Name" name="name" />
      <CheckField className={css.row} name="hidesNames">
        Hide customers’ names, addresses and prices
      </CheckField>
      <Choices known={role?.permissions ?? []} />
      {role && role.operators > 0 ? <p className="soft">Those who have it may do this from their next click on.</p> : null}
    </Form>
  );
}

function Choices({ known }: { readonly known: readonly string[] }) {
  const { acts } = useMe();
  const hidesNames: boolean = useWatch({ name: 'hidesNames' });
  const offered = permissionNames.filter(
    (act) => act !== 'queue.names' && (acts.includes(act) || known.includes(act)) && !(hidesNames && !namelessPermissions.includes(act)),
  );
  return (
    <CheckList
      name="permissions"
      legend="May"
      className={css.group}
      options={offered.map((act) => ({ value: act, label: permissions[act].about }))}
      boxes={css.answers}
      box={css.row}
    />
  );
}
