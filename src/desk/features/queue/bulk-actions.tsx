// Actions on all selected pieces, with a preview.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AssignPreview } from '../../../modules/fulfilment/desk/shapes.ts';
import { Dialog } from '../../../ui/display/dialog.tsx';
import { useMutation } from '../../../ui/hooks/use-mutation.ts';
import button from '../../../ui/styles/button.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import bar from '../../shared/forms/bar.module.css';
import { Form } from '../../shared/forms/form.tsx';

type Props = { readonly marked: ReadonlySet<string>; readonly onClear: () => void; readonly onDone: () => Promise<unknown> };
const BACK = '-';

export function BulkActions({ marked, onClear, onDone }: Props) {
  const mayAssign = useMay('queue.assign');
  const team = useQuery(deskQuery('GET /api/team')).data ?? [];
  const sending = useMutation(DeskApiError);
  const [to, setTo] = useState('');
  const [preview, setPreview] = useState<AssignPreview>();
  if (!mayAssign || marked.size === 0) return null;
  const give = { pieceIds: [...marked], to: to === BACK ? null : to };
  const look = () => sending.run(async () => setPreview(await callDesk('POST /api/queue/preview', give)));
  const done = async () => {
    setPreview(undefined);
    onClear();
    await onDone();
  };
  return (
    <section className={bar.bar} aria-label="Marked pieces">
      <strong>{marked.size} marked</strong>
      <select className={bar.select} aria-label="Give them to" value={to} onChange={({ target }) => setTo(target.value)}>
        <option value="">Give them to …</option>
        <option value={BACK}>Back to the queue</option>
        {team
          .filter(({ state, role }) => state === 'active' && role !== 'support')
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
      <button className={button.quiet} type="button" aria-disabled={to === '' || sending.busy} onClick={() => void (to && look())}>
        Look at what changes
      </button>
      <button className={button.link} type="button" onClick={onClear}>
        Clear
      </button>
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      {preview ? (
        <Dialog title="What would change" harmless onClose={() => setPreview(undefined)}>
          <Preview of={preview} give={give} onDone={done} />
        </Dialog>
      ) : null}
    </section>
  );
}

type PreviewProps = {
  readonly of: AssignPreview;
  readonly give: { pieceIds: string[]; to: string | null };
  readonly onDone: () => Promise<unknown>;
};

function Preview({ of, give, onDone }: PreviewProps) {
  const sending = useMutation(DeskApiError);
  const changes = of.filter((each) => each.changes);
  const send = async () => {
    await callDesk('POST /api/queue/assign', { ...give, pieceIds: changes.map(({ pieceId }) => pieceId) });
    await onDone();
  };
  const list = (
    <ul>
      {of.map(({ pieceId, number, piece, from, to, changes: does, why }) => (
        <li key={pieceId}>
          {number} · {piece}: {does ? `${from?.name ?? 'nobody'} → ${to?.name ?? 'nobody'}` : (why ?? 'stays as it is')}
        </li>
      ))}
    </ul>
  );
  if (changes.length === 0) return list;
  return (
    <Form sending={sending} onSend={send} submit={changes.length === 1 ? 'Change one piece' : `Change ${changes.length} pieces`}>
      {list}
    </Form>
  );
}
