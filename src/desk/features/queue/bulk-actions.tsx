// Actions on all selected pieces, with a preview.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AssignPreview } from '#modules/fulfilment/desk/shapes.ts';
import { mayDo } from '#modules/staff/shapes-roles.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import bar from '../../shared/forms/bar.module.css';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';

type Props = { readonly marked: ReadonlySet<string>; readonly onClear: () => void; readonly onDone: () => Promise<unknown> };
const TO_QUEUE = '-';

export function BulkActions({ marked, onClear, onDone }: Props) {
  const mayAssign = useMay('queue.assign');
  const team = useQuery(deskQuery('GET /api/team')).data ?? [];
  const sending = useMutation(DeskApiError);
  const [to, setTo] = useState('');
  const [preview, setPreview] = useState<AssignPreview>();
  if (!mayAssign || marked.size === 0) return null;
  const give = { pieceIds: [...marked], to: to === TO_QUEUE ? null : to };
  const look = () => sending.run(async () => setPreview(await callDesk('POST /api/queue/preview', give)));
  const done = async () => {
    setPreview(undefined);
    onClear();
    await onDone();
  };
  return (
    <section className={bar.bar} aria-label="Selected pieces">
      <strong>{marked.size} selected</strong>
      <select className={bar.select} aria-label="Assign to" value={to} onChange={({ target }) => setTo(target.value)}>
        <option value="">Assign to …</option>
        <option value={TO_QUEUE}>Back to the queue</option>
        {team
          .filter((each) => each.state === 'active' && mayDo(each, 'queue.work'))
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
      {to === '' ? null : <Button text="Preview" busy={sending.busy} onClick={() => void look()} />}
      <Button text="Clear" look="link" onClick={onClear} />
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      {preview ? (
        <DeskDialog title="Preview" harmless onClose={() => setPreview(undefined)}>
          <Preview preview={preview} give={give} onDone={done} />
        </DeskDialog>
      ) : null}
    </section>
  );
}

type PreviewProps = {
  readonly preview: AssignPreview;
  readonly give: { pieceIds: string[]; to: string | null };
  readonly onDone: () => Promise<unknown>;
};

function Preview({ preview, give, onDone }: PreviewProps) {
  const changes = preview.filter((each) => each.changes);
  const form = useDeskForm({
    values: {},
    send: () => callDesk('POST /api/queue/assign', { ...give, pieceIds: changes.map(({ pieceId }) => pieceId) }),
    onDone,
  });
  const list = (
    <ul>
      {preview.map(({ pieceId, number, piece, from, to, changes: does, why }) => (
        <li key={pieceId}>
          {number} · {piece}: {does ? `${from?.name ?? 'unassigned'} → ${to?.name ?? 'unassigned'}` : (why ?? 'no change')}
        </li>
      ))}
    </ul>
  );
  if (changes.length === 0) return list;
  return (
    <Form form={form} submit={changes.length === 1 ? 'Reassign 1 piece' : `Reassign ${changes.length} pieces`}>
      {list}
    </Form>
  );
}
