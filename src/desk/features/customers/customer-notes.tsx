// Tags of a customer and notes about them. Only operators see them.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomerNotes } from '#modules/clients/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery, refetchCall } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { AreaField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import thread from '../../shared/layout/conversation.module.css';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import styles from './customers.module.css';
import { TagEditor } from './tag-editor.tsx';

const refetchNotes = () => refetchCall('GET /api/customer/notes');

/** `isErased`: nothing can be added any more. */
export function CustomerNotePanel({ id, isErased }: { readonly id: string; readonly isErased: boolean }) {
  const query = useQuery(deskQuery('GET /api/customer/notes', { id }));
  const mayEdit = useMay('customers.edit') && !isErased;
  return (
    <Panel title="Notes and tags">
      <DeskQueryState query={query}>
        {({ notes, tags }) => (
          <>
            <TagEditor id={id} tags={tags} mayEdit={mayEdit} onDone={refetchNotes} />
            <NoteList id={id} notes={notes} mayEdit={mayEdit} />
            {mayEdit ? <NoteForm id={id} /> : null}
          </>
        )}
      </DeskQueryState>
    </Panel>
  );
}

function NoteForm({ id }: { readonly id: string }) {
  const form = useDeskForm({
    draft: `customer.note.${id}`,
    values: { text: '' },
    send: ({ text }) => callDesk('POST /api/customer/note', { id, text }),
    onDone: refetchNotes,
  });
  return (
    <Form form={form} submit="Add note" isQuiet>
      <AreaField label="New note" hint="Customers don’t see notes, but a copy of their data contains them." name="text" />
    </Form>
  );
}

type NoteListProps = Pick<CustomerNotes, 'notes'> & { readonly id: string; readonly mayEdit: boolean };

function NoteList({ id, notes, mayEdit }: NoteListProps) {
  const [deleting, setDeleting] = useState<string>();
  if (notes.length === 0) return <PanelNote>No notes yet.</PanelNote>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it. */}
      <ol className={thread.words} aria-label="Notes" tabIndex={0}>
        {notes.map(({ id: note, text, author, createdAt }) => (
          <li key={note} className={thread.note}>
            <span className={styles.by}>
              {author} · <Moment at={createdAt} />
              {mayEdit ? <Button text="Delete" look="link" onClick={() => setDeleting(note)} /> : null}
            </span>
            {text}
          </li>
        ))}
      </ol>
      {deleting ? (
        <DeskDialog title="Delete note" harmless onClose={() => setDeleting(undefined)}>
          <DeleteForm id={id} note={deleting} onDone={() => setDeleting(undefined)} />
        </DeskDialog>
      ) : null}
    </>
  );
}

function DeleteForm({ id, note, onDone }: { readonly id: string; readonly note: string; readonly onDone: () => void }) {
  const form = useDeskForm({
    values: {},
    send: () => callDesk('POST /api/customer/remove-note', { id, note }),
    async onDone() {
      onDone();
      await refetchNotes();
    },
  });
  return (
    <Form form={form} submit="Delete" danger>
      <p>The note is deleted for everyone. The audit log records that you deleted it, not what it said.</p>
    </Form>
  );
}
