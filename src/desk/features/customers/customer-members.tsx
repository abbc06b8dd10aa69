// The team of a customer's account, where it has one.
import { useState } from 'react';
import type { Customer } from '#modules/clients/shapes-customer.ts';
import { Button } from '#ui/display/button.tsx';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { ReasonForm } from '../../shared/forms/form.tsx';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { Lines, Panel, PanelLine } from '../../shared/layout/panel.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';

type Member = Customer['members'][number];
type Props = { readonly customer: Pick<Customer, 'id' | 'members'>; readonly onDone: () => Promise<unknown> };

const roles: Readonly<Record<Member['role'], string>> = {
  owner: 'Owner',
  orders: 'Orders',
  pays: 'Payments',
  reads: 'Read only',
  accountant: 'Accountant',
};

export function CustomerMembers({ customer: { id, members }, onDone }: Props) {
  const [ending, setEnding] = useState<Member>();
  const mayEnd = useMay('customers.edit');
  if (members.length < 2) return null;
  const done = async () => {
    setEnding(undefined);
    await onDone();
  };
  return (
    <Panel title="Team">
      <Lines>
        {members.map((member) => (
          <PanelLine key={member.personId}>
            <span>
              {member.name || member.email}
              <small className="soft">
                {' '}
                {member.name ? `${member.email} · ` : ''}
                {roles[member.role]}
                {member.since ? ' · since ' : ''}
                {formatMoment(member.since, 'day')}
              </small>
            </span>
            {mayEnd && member.role !== 'owner' ? (
              <Button text="Take out" small aria-label={`Take out ${member.name || member.email}`} onClick={() => setEnding(member)} />
            ) : null}
          </PanelLine>
        ))}
      </Lines>
      {ending ? (
        <DeskDialog title={`Take ${ending.name || ending.email} out of the team`} harmless onClose={() => setEnding(undefined)}>
          <ReasonForm
            draft={`customer.end-member.${id}.${ending.personId}`}
            send={(why) => callDesk('POST /api/customer/end-member', { id, personId: ending.personId, why })}
            onDone={done}
            submit="Take out"
            danger
          >
            <p>They can no longer act for this account, right away. Their own account stays. Only the owner can invite them again.</p>
          </ReasonForm>
        </DeskDialog>
      ) : null}
    </Panel>
  );
}
