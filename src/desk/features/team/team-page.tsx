// Lists the operators. Owners invite, change roles and end access here.

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Team } from '#modules/staff/shapes.ts';
import { listPermissions, mayDo, type Permission, permissions, type Role, roles } from '#modules/staff/shapes-roles.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import badge from '#ui/styles/badge.module.css';
import type { DeskOutput } from '../../../desk-api.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay, useMe } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { AreaField, ChoiceField, TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import { roleNames } from '../../shared/values/words.ts';
import { OwnRoles } from './own-roles.tsx';
import { WorkForm } from './work-form.tsx';

type TeamMember = Team[number];
type TeamDialog = { readonly what: 'invite' } | { readonly what: 'role' | 'work' | 'end'; readonly member: TeamMember };

const states = {
  active: { label: 'Active', look: badge.done },
  invited: { label: 'Invited', look: badge.wait },
  ended: { label: 'Ended', look: badge.off },
} as const;

export function TeamPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/team'));
  const [mayManage, mayAssign] = [useMay('team.manage'), useMay('queue.assign')];
  const [doing, setDoing] = useState<TeamDialog>();
  const done = async () => {
    await query.refetch();
    setDoing(undefined);
  };
  return (
    <>
      <PageHead title="Team">
        {mayManage ? <Button text="Invite" look="main" onClick={() => setDoing({ what: 'invite' })} /> : null}
      </PageHead>
      <DeskQueryState query={query}>
        {(team) => <Members team={team} onDo={mayManage || mayAssign ? setDoing : undefined} onAgain={query.refetch} />}
      </DeskQueryState>
      {mayManage ? <OwnRoles /> : null}
      {doing ? (
        <DeskDialog title={getTitle(doing)} harmless onClose={() => setDoing(undefined)}>
          {doing.what === 'invite' ? <InviteForm onDone={done} /> : null}
          {doing.what === 'role' ? <RoleForm member={doing.member} onDone={done} /> : null}
          {doing.what === 'work' ? <WorkForm id={doing.member.id} onDone={done} /> : null}
          {doing.what === 'end' ? <EndForm member={doing.member} team={query.data ?? []} onDone={done} /> : null}
        </DeskDialog>
      ) : null}
    </>
  );
}

function getTitle(doing: TeamDialog): string {
  if (doing.what === 'invite') return 'Invite';
  const { name } = doing.member;
  return { role: `Role of ${name}`, work: `Work of ${name}`, end: `End ${name}’s access` }[doing.what];
}

type MembersProps = {
  readonly team: Team;
  readonly onDo: ((doing: TeamDialog) => void) | undefined;
  readonly onAgain: () => Promise<unknown>;
};

function Members({ team, onDo, onAgain }: MembersProps) {
  const me = useMe();
  const [mayManage, mayAssign] = [useMay('team.manage'), useMay('queue.assign')];
  const sending = useMutation(DeskApiError);
  const invite = (id: string) =>
    sending.run(async () => {
      await callDesk('POST /api/team/invite-again', { id });
      await onAgain();
    });
  return (
    <>
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      <Table label="Team" cards heads={['Name', 'Email', 'Role', 'Status', 'Two-step', 'Last seen', ...(onDo ? ['Actions'] : [])]}>
        {team.map((member) => (
          <tr key={member.id}>
            <td className={cell.least}>
              {member.name}
              {member.id === me.id ? <span className="soft"> (you)</span> : null}
            </td>
            <td className={cell.grow}>{member.email}</td>
            <td>{member.ownRole?.name ?? roleNames[member.role as Role]}</td>
            <td>
              <span className={states[member.state].look}>{states[member.state].label}</span>
            </td>
            <td>{formatFactors(member)}</td>
            <td>{member.seenAt ? <Moment at={member.seenAt} /> : '—'}</td>
            {onDo ? (
              <td>
                {member.state === 'ended' ? null : (
                  <span className={cell.acts}>
                    {mayAssign && mayDo(member, 'queue.work') ? (
                      <Button text="Work" about={member.name} look="link" onClick={() => onDo({ what: 'work', member })} />
                    ) : null}
                    {mayManage ? (
                      <>
                        <Button text="Change role" look="link" onClick={() => onDo({ what: 'role', member })} />
                        <Button text="New link" look="link" onClick={() => void invite(member.id)} />
                        <Button text="End access" look="link" onClick={() => onDo({ what: 'end', member })} />
                      </>
                    ) : null}
                  </span>
                )}
              </td>
            ) : null}
          </tr>
        ))}
      </Table>
    </>
  );
}

function formatFactors({ hasApp, passkeys }: TeamMember): string {
  const factors = [...(hasApp ? ['app'] : []), ...(passkeys > 0 ? [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`] : [])];
  return factors.join(', ') || '—';
}

type DoneProps = { readonly onDone: () => Promise<unknown> };

function InviteForm({ onDone }: DoneProps) {
  const form = useDeskForm({
    draft: 'team.invite',
    values: { email: '', name: '', role: 'maker' },
    send: (invited) => callDesk('POST /api/team/invite', invited),
    onDone,
  });
  return (
    <Form form={form} submit="Send invitation">
      <TextField label="Name" name="name" />
      <TextField label="Email" name="email" type="email" />
      <RoleChoice role={form.watch('role')} />
    </Form>
  );
}

function RoleForm({ member: { id, role }, onDone }: DoneProps & { readonly member: TeamMember }) {
  const form = useDeskForm({
    draft: `team.role.${id}`,
    values: { role },
    send: (changed) => callDesk('POST /api/team/role', { id, ...changed }),
    onDone,
  });
  return (
    <Form form={form} submit="Change role">
      <RoleChoice role={form.watch('role')} />
    </Form>
  );
}

function RoleChoice({ role }: { readonly role: string }) {
  const own = useQuery(deskQuery('GET /api/roles')).data ?? [];
  const chosen = own.find(({ id }) => id === role);
  const options = [
    ...roles.map((each) => ({ value: each, label: roleNames[each] })),
    ...own.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <ChoiceField label="Role" name="role" options={options} />
      <ul className={cell.list}>
        {listPermissions({ role, ownRole: chosen ?? null }).map((act) => (
          <li key={act}>{permissions[act].about}</li>
        ))}
      </ul>
    </>
  );
}

const nobody = '';
const unsaid = 'unsaid';
const toHeir = (chosen: string) => (chosen === unsaid ? undefined : chosen || null);

/** Open pieces and tickets are reassigned or unassigned; the owner who ends the access chooses. */
function EndForm({ member, team, onDone }: DoneProps & { readonly member: TeamMember; readonly team: Team }) {
  const holdings = useQuery(deskQuery('GET /api/team/holdings', { id: member.id }));
  return (
    <DeskQueryState query={holdings}>
      {(openWork) => <EndFields member={member} team={team} openWork={openWork} onDone={onDone} />}
    </DeskQueryState>
  );
}

type EndProps = DoneProps & { readonly member: TeamMember; readonly team: Team; readonly openWork: DeskOutput<'GET /api/team/holdings'> };

function EndFields({ member: { id }, team, openWork, onDone }: EndProps) {
  const form = useDeskForm({
    draft: `team.end.${id}`,
    values: { why: '', piecesTo: unsaid, ticketsTo: unsaid },
    send: ({ why, piecesTo, ticketsTo }) =>
      callDesk('POST /api/team/end', { id, why, piecesTo: toHeir(piecesTo), ticketsTo: toHeir(ticketsTo) }),
    onDone,
  });
  const heirs = (act: Permission, none: string) => [
    { value: unsaid, label: 'Choose' },
    { value: nobody, label: none },
    ...team.flatMap((heir) =>
      heir.state === 'active' && heir.id !== id && mayDo(heir, act) ? [{ value: heir.id, label: heir.name }] : [],
    ),
  ];
  return (
    <Form form={form} submit="End access" danger>
      <p>They’re logged out right away. Their actions stay in the audit log.</p>
      {openWork.pieces > 0 ? (
        <ChoiceField
          label={openWork.pieces === 1 ? 'Reassign their piece in progress' : `Reassign their ${openWork.pieces} pieces in progress`}
          name="piecesTo"
          options={heirs('queue.work', 'Back to the queue')}
        />
      ) : null}
      {openWork.delivered > 0 ? (
        <p>
          They stay the deliverer of {openWork.delivered === 1 ? '1 delivered piece' : `${openWork.delivered} delivered pieces`}. If its
          customer asks for a revision, {openWork.pieces > 0 ? 'it goes where the pieces in progress go.' : 'it goes back to the queue.'}
        </p>
      ) : null}
      {openWork.tickets > 0 ? (
        <ChoiceField
          label={openWork.tickets === 1 ? 'Reassign their ticket' : `Reassign their ${openWork.tickets} tickets`}
          name="ticketsTo"
          options={heirs('tickets.answer', 'Unassigned')}
        />
      ) : null}
      <AreaField label="Reason" name="why" />
    </Form>
  );
}
