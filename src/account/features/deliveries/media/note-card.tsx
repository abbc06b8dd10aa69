// A comment on a place of a picture, a recording or a film, while it is written.
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#ui/display/button.tsx';
import field from '#ui/forms/field.module.css';
import review from '../review/review.module.css';
import type { Revision } from '../review/use-revision.ts';

const NOTE_CHARS = 1_000;

type Props = {
  readonly id: string;
  readonly head: ReactNode;
  readonly note: string;
  readonly label: string;
  readonly removeLabel: string;
  readonly revision: Pick<Revision, 'current' | 'open'>;
  readonly write: (note: string) => void;
  readonly remove: () => void;
  /** To the place that a keyboard came from. */
  readonly leave: () => void;
};

export function NoteCard({ id, head, note, label, removeLabel, revision: { current, open }, write, remove, leave }: Props) {
  const { t } = useLingui();
  const area = useRef<HTMLTextAreaElement>(null);
  const isCurrent = current === id;
  useEffect(() => {
    if (isCurrent) area.current?.focus();
  }, [isCurrent]);
  const removeNote = () => {
    open(undefined);
    remove();
    leave();
  };
  const leaveOnEscape = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key !== 'Escape' || nativeEvent.isComposing) return;
    if (note.trim() === '') removeNote();
    else leave();
  };
  return (
    <div className={review.note} data-current={isCurrent ? '' : undefined}>
      {head}
      <textarea
        ref={area}
        className={field.input}
        rows={2}
        maxLength={NOTE_CHARS}
        aria-label={label}
        placeholder={t`What should we change?`}
        value={note}
        onFocus={() => open(id)}
        onBlur={() => open(undefined)}
        onKeyDown={leaveOnEscape}
        onChange={({ target }) => write(target.value)}
      />
      <p>
        <Button text={t`Remove`} small aria-label={removeLabel} onClick={removeNote} />
      </p>
    </div>
  );
}
