// Writes an answer or a note in a thread, optionally from a prepared answer.

import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '#ui/display/button.tsx';
import card from '#ui/styles/card.module.css';
import type { DeskOutput } from '../../../desk-api.ts';
import { callDesk } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { useKeys } from '../../shared/browser/use-keys.ts';
import bar from '../../shared/forms/bar.module.css';
import { AreaField } from '../../shared/forms/fields.tsx';
import { FileInput } from '../../shared/forms/file-input.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { SavedReplies } from '../../shared/forms/saved-replies.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import styles from '../../shared/layout/conversation.module.css';
import type { ThreadProps } from '../../shared/props.ts';
import { formatCustomerLanguage } from '../../shared/values/words.ts';

type ReplyKind = 'wait' | 'close' | 'note';
type File = DeskOutput<'POST /api/ticket/add-file'>;

export function ReplyForm({ thread: { ticket }, onAgain }: ThreadProps) {
  const canned = useQuery(deskQuery('GET /api/ticket/canned', { number: ticket.number })).data?.canned ?? [];
  const form = useDeskForm({
    draft: `ticket.${ticket.number}`,
    values: { text: '', kind: 'wait' as ReplyKind, files: [] as readonly File[] },
    send({ text, kind, files }) {
      const { number, version } = ticket;
      if (kind === 'note') return callDesk('POST /api/ticket/note', { number, text });
      return callDesk('POST /api/ticket/answer', { number, version, text, next: kind, files: files.map(({ id }) => id) });
    },
    onDone: onAgain,
  });
  const { getValues, setValue, submitWith } = form;
  const [kind, files] = form.watch(['kind', 'files']);
  const add = (file: Blob & { name: string }) =>
    submitWith(async () => {
      const added = await callDesk('POST /api/ticket/add-file', { name: file.name }, { file });
      setValue('files', [...getValues('files'), added]);
    })();
  const remove = (fileId: string) =>
    submitWith(async () => {
      await callDesk('POST /api/ticket/remove-file', { fileId });
      const rest = getValues('files').filter(({ id }) => id !== fileId);
      setValue('files', rest);
    })();
  const own = useRef<HTMLElement>(null);
  useKeys({ e: () => own.current?.querySelector('textarea')?.focus() });
  return (
    <section ref={own} className={`${card.card} ${styles.card}`}>
      <div className={styles.row}>
        <h2>{kind === 'note' ? 'Internal note' : 'Reply'}</h2>
        <select className={bar.select} aria-label="Type" {...form.register('kind')}>
          <option value="wait">Reply</option>
          <option value="close">Reply and close</option>
          <option value="note">Internal note</option>
        </select>
      </div>
      <Form form={form} submit={kind === 'note' ? 'Add note' : kind === 'close' ? 'Reply and close' : 'Reply'}>
        {kind === 'note' ? null : <SavedReplies replies={canned} name="text" />}
        <AreaField
          label="Text"
          hint={kind === 'note' ? 'Customers never see notes.' : `Sent by email. They read ${formatCustomerLanguage(ticket.locale)}.`}
          name="text"
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
          {name} <Button text="Remove" look="link" onClick={() => void onRemove(id)} />
        </li>
      ))}
    </ul>
    <FileInput label="Add a file" onFile={onAdd} />
  </>
);
