// The operator who makes the new pieces of a customer.
import { useQuery } from '@tanstack/react-query';
import { mayDo } from '#modules/staff/shapes-roles.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery, refetchCall } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { ChoiceField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { Panel } from '../../shared/layout/panel.tsx';

export function CustomerMaker({ id }: { readonly id: string }) {
  const query = useQuery(deskQuery('GET /api/customer/maker', { id }));
  const mayAssign = useMay('queue.assign');
  if (!mayAssign) return null;
  return (
    <Panel title="Maker">
      <DeskQueryState query={query}>{({ maker }) => <MakerForm id={id} maker={maker} />}</DeskQueryState>
    </Panel>
  );
}

function MakerForm({ id, maker }: { readonly id: string; readonly maker: string | null }) {
  const team = useQuery(deskQuery('GET /api/team')).data ?? [];
  const form = useDeskForm({
    values: { maker: maker ?? '' },
    async send(chosen) {
      await callDesk('POST /api/customer/maker', { id, maker: chosen.maker || null });
      await refetchCall('GET /api/customer/maker');
    },
    afterwards: 'saved',
  });
  const { isSubmitSuccessful, isDirty } = form.formState;
  const makers = team.filter((each) => each.state === 'active' && mayDo(each, 'queue.work'));
  return (
    <Form form={form} submit="Save maker" isQuiet more={<span role="status">{isSubmitSuccessful && !isDirty ? 'Saved.' : ''}</span>}>
      <ChoiceField
        label="New pieces go to"
        name="maker"
        hint="If they have room before the due date."
        options={[{ value: '', label: 'Whom they fit' }, ...makers.map(({ id: value, name }) => ({ value, label: name }))]}
      />
    </Form>
  );
}
