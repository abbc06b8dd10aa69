// Writes an answer or a note in a thread, optionally from a prepared answer.
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import button from '#ui/styles/button.module.css';
import card from '#ui/styles/card.module.css';
import type { DeskOutput } from '../../../desk-api.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { useKeys } from '../../shared/browser/use-keys.ts';
import bar from '../../shared/forms/bar.module.css';
import { FileInput } from '../../shared/forms/file-input.tsx';
import { useFormDraft } from '../../shared/forms/stateful-draft.ts';
import { AreaField, Form } from '../../shared/forms/stateful-form.tsx';
import styles from '../../shared/layout/conversation.module.css';
import type { ThreadProps } from '../../shared/props.ts';
import { customerLanguage } from '../../shared/values/words.ts';

type ReplyKind = 'wait' | 'close' | 'note';
type File = DeskOutput<'POST /api/ticket/add-file'>;

export function ReplyForm({ thread: { ticket }, onAgain }: ThreadProps) {
  const sending = useMutation(DeskApiError);
  const canned = useQuery(deskQuery('GET /api/ticket/canned', { number: ticket.number })).data?.canned ?? [];
  const draft = useFormDraft(`ticket.${ticket.number}`, { text: '', kind: 'wait' as ReplyKind, files: [] as readonly File[] });
  const { text, kind, files } = draft.values;
  const send = async () => {
    const { number, version } = ticket;
    if (kind === 'note') await callDesk('POST /api/ticket/note', { number, text });
    else await callDesk('POST /api/ticket/answer', { number, version, text, next: kind, files: files.map(({ id }) => id) });
    draft.clear();
    await onAgain();
  };
  const add = (file: Blob & { name: string }) =>
    sending.run(async () =>
      draft.change({ files: [...files, await callDesk('POST /api/ticket/add-file', { name: file.name }, { file })] }),
    );
  const remove = (fileId: string) =>
    sending.run(async () => {
      await callDesk('POST /api/ticket/remove-file', { fileId });
      draft.change({ files: files.filter(({ id }) => id !== fileId) });
    });
  const own = useRef<HTMLElement>(null);
  useKeys({ e: () => own.current?.querySelector('textarea')?.focus() });
  return (
    <section ref={own} className={`${card.card} ${styles.card}`}>
      <div className={styles.row}>
        <h2>{kind === 'note' ? 'Internal note' : 'Reply'}</h2>
        <select
          className={bar.select}
          aria-label="Type"
          value={kind}
          onChange={({ target }) => draft.change({ kind: target.value as ReplyKind })}
        >
          <option value="wait">Reply</option>
          <option value="close">Reply and close</option>
          <option value="note">Internal note</option>
        </select>
        {canned.length > 0 && kind !== 'note' ? (
          <select
            className={bar.select}
            aria-label="Saved replies"
            value=""
            onChange={({ target }) =>
              draft.change({ text: [text, canned.find(({ id }) => id === target.value)?.text].filter(Boolean).join('\n\n') })
            }
          >
            <option value="">Saved replies …</option>
            {canned.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        ) : null}
      </div>
      <Form sending={sending} onSend={send} submit={kind === 'note' ? 'Add note' : kind === 'close' ? 'Reply and close' : 'Reply'}>
        <AreaField
          label="Text"
          hint={kind === 'note' ? 'Customers never see notes.' : `Sent by email. They read ${customerLanguage(ticket.locale)}.`}
          name="text"
          value={text}
          onValue={(text) => draft.change({ text })}
          sending={sending}
          rows={6}
        />
        {kind === 'note' ? null : <Files files={files} onAdd={add} onRemove={remove} />}
      </Form>
    </section>
  );
}

type FilesProps = {
  readonly files: readonly File[];
  readonly onAdd: (file: Blob & { name: string }) => Promise<unknown>;
  readonly onRemove: (id: string) => Promise<unknown>;
};

const Files = ({ files, onAdd, onRemove }: FilesProps) => (
  <>
    <ul className={styles.files}>
      {files.map(({ id, name }) => (
        <li key={id}>
          {name}{' '}
          <button className={button.link} type="button" onClick={() => void onRemove(id)}>
            Remove
          </button>
        </li>
      ))}
    </ul>
    <FileInput label="Add a file" onFile={onAdd} />
  </>
);
