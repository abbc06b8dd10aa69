// Messages with the customer, and internal notes.
import { useEffect, useRef } from 'react';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import card from '#ui/styles/card.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { useFormDraft } from '../../shared/forms/stateful-draft.ts';
import { AreaField, Form } from '../../shared/forms/stateful-form.tsx';
import styles from '../../shared/layout/conversation.module.css';
import type { WorkPieceProps } from '../../shared/props.ts';
import { Moment } from '../../shared/values/moment.tsx';
import { customerLanguage } from '../../shared/values/words.ts';

export function PieceMessagePanel({ piece, onAgain }: WorkPieceProps) {
  const mayWork = useMay('queue.work');
  const list = useRef<HTMLOListElement>(null);
  const newest = piece.messages.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message scrolls to it.
  useEffect(() => {
    list.current?.scrollTo(0, list.current.scrollHeight);
  }, [newest]);
  return (
    <section className={`${card.card} ${styles.card}`}>
      <h2>Messages</h2>
      {piece.messages.length === 0 ? <p className="soft">No messages yet.</p> : null}
      <ol ref={list} className={styles.words} aria-label="Conversation" tabIndex={piece.messages.length > 0 ? 0 : undefined}>
        {piece.messages.map(({ id, by, text, at, waits }) => (
          <li key={id} className={by ? styles.ours : styles.said}>
            <span className={styles.by}>
              {by?.name ?? piece.customer} · <Moment at={at} />
              {waits ? ' · paused the clock' : ''}
            </span>
            {text}
          </li>
        ))}
      </ol>
      {mayWork ? <TalkForm piece={piece} onAgain={onAgain} /> : null}
    </section>
  );
}

function TalkForm({ piece, onAgain }: WorkPieceProps) {
  const sending = useMutation(DeskApiError);
  const draft = useFormDraft(`piece.message.${piece.id}`, { text: '', waits: false });
  const { text, waits } = draft.values;
  const send = async () => {
    await callDesk('POST /api/piece/say', { pieceId: piece.id, text, waits });
    draft.clear();
    await onAgain();
  };
  return (
    <Form sending={sending} onSend={send} submit={waits ? 'Send and pause the clock' : 'Send'} isQuiet>
      <AreaField
        label="Message"
        hint={`The customer reads ${customerLanguage(piece.locale)}. Also sent by email.`}
        name="text"
        value={text}
        onValue={(text) => draft.change({ text })}
        sending={sending}
      />
      <label className={styles.check}>
        <input type="checkbox" checked={waits} onChange={({ target }) => draft.change({ waits: target.checked })} /> Pause the clock until
        they answer
      </label>
    </Form>
  );
}

export function PieceNotes({ piece, onAgain }: WorkPieceProps) {
  const sending = useMutation(DeskApiError);
  const draft = useFormDraft(`piece.note.${piece.id}`, { text: '' });
  const { text } = draft.values;
  const send = async () => {
    await callDesk('POST /api/piece/note', { pieceId: piece.id, text });
    draft.clear();
    await onAgain();
  };
  return (
    <section className={`${card.card} ${styles.card}`}>
      <h2>Internal notes</h2>
      <ol className={styles.words} aria-label="Earlier notes" tabIndex={piece.notes.length > 0 ? 0 : undefined}>
        {piece.notes.map(({ id, by, text: noteText, at }) => (
          <li key={id} className={styles.note}>
            <span className={styles.by}>
              {by.name} · <Moment at={at} />
            </span>
            {noteText}
          </li>
        ))}
      </ol>
      <Form sending={sending} onSend={send} submit="Add note" isQuiet>
        <AreaField
          label="Note"
          hint="Customers never see notes."
          name="text"
          value={text}
          onValue={(text) => draft.change({ text })}
          sending={sending}
          rows={2}
        />
      </Form>
    </section>
  );
}
