// Messages with the customer, and internal notes.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import card from '#ui/styles/card.module.css';
import { callDesk } from '../../shared/api/client.ts';
import { useMay, useMe } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { AreaField, CheckField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { SavedReplies } from '../../shared/forms/saved-replies.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import styles from '../../shared/layout/conversation.module.css';
import type { WorkPieceProps } from '../../shared/props.ts';
import { Moment } from '../../shared/values/moment.tsx';
import { formatCustomerLanguage } from '../../shared/values/words.ts';
import { CustomerFiles } from './brief.tsx';
import { findMentions, MentioningText, NoteField, noMentions } from './note-field.tsx';

export function PieceMessagePanel({ piece, onAgain }: WorkPieceProps) {
  const mayWork = useMay('queue.work');
  const list = useRef<HTMLOListElement>(null);
  const newest = piece.messages.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined) list.current?.scrollTo(0, list.current.scrollHeight);
  }, [newest]);
  return (
    <section className={`${card.card} ${styles.card}`}>
      <h2>Messages</h2>
      {piece.messages.length === 0 ? <p className="soft">No messages yet.</p> : null}
      <ol ref={list} className={styles.words} aria-label="Conversation" tabIndex={piece.messages.length > 0 ? 0 : undefined}>
        {piece.messages.map(({ id, by, guest, text, at, waits, fromEmail, files }) => (
          <li key={id} className={by ? styles.ours : styles.said}>
            <span className={styles.by}>
              {by?.name ?? piece.customer} · <Moment at={at} />
              {waits ? ' · paused the clock' : ''}
              {fromEmail ? ` · by email from ${fromEmail}` : ''}
              {guest ? ` · shared link, as ${guest}` : ''}
            </span>
            {text}
            <CustomerFiles pieceId={piece.id} files={files} />
          </li>
        ))}
      </ol>
      {mayWork ? <TalkForm piece={piece} onAgain={onAgain} /> : null}
    </section>
  );
}

function TalkForm({ piece, onAgain }: WorkPieceProps) {
  const form = useDeskForm({
    draft: `piece.message.${piece.id}`,
    values: { text: '', waits: false },
    send: (message) => callDesk('POST /api/piece/say', { pieceId: piece.id, ...message }),
    onDone: onAgain,
  });
  const me = useMe();
  const seesAll = useMay('queue.all');
  const canned = useQuery({ ...deskQuery('GET /api/piece/canned', { pieceId: piece.id }), enabled: seesAll || piece.maker?.id === me.id });
  return (
    <Form form={form} submit={form.watch('waits') ? 'Send and pause the clock' : 'Send'} isQuiet>
      <SavedReplies replies={canned.data?.canned ?? []} name="text" />
      <AreaField label="Message" hint={`The customer reads ${formatCustomerLanguage(piece.locale)}. Also sent by email.`} name="text" />
      <CheckField name="waits" className={styles.check}>
        Pause the clock until they answer
      </CheckField>
    </Form>
  );
}

export function PieceNotes({ piece, onAgain }: WorkPieceProps) {
  const form = useDeskForm({
    draft: `piece.note.${piece.id}`,
    values: { text: '', mentions: noMentions },
    send: ({ text, mentions }) =>
      callDesk('POST /api/piece/note', { pieceId: piece.id, text, mentions: findMentions(text, mentions).map(({ id }) => id) }),
    onDone: onAgain,
  });
  return (
    <section className={`${card.card} ${styles.card}`}>
      <h2>Internal notes</h2>
      <ol className={styles.words} aria-label="Earlier notes" tabIndex={piece.notes.length > 0 ? 0 : undefined}>
        {piece.notes.map(({ id, by, text, mentions, at }) => (
          <li key={id} className={styles.note}>
            <span className={styles.by}>
              {by.name} · <Moment at={at} />
            </span>
            <MentioningText text={text} mentions={mentions} />
          </li>
        ))}
      </ol>
      <Form form={form} submit="Add note" isQuiet>
        <NoteField piece={piece} />
      </Form>
    </section>
  );
}
