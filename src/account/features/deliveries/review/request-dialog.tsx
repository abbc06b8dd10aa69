// Sends a revision: the comments on passages and a general note.

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import sheet from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import field from '#ui/forms/field.module.css';
import { FailureText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { Space } from '#ui/i18n/space.tsx';
import type { PieceView } from '../types.ts';
import css from './review.module.css';
import { countWritten, isWritten, listWrittenComments, type Revision } from './use-revision.ts';

const NOTE_CHARS = 4_000;

type Props = {
  readonly deliveryId: string;
  readonly revision: Revision;
  /** Revisions left, with this one. */
  readonly left: number;
  readonly onSent: (fresh: PieceView) => void;
  readonly onClose: () => void;
};

export function RequestDialog({ deliveryId, revision, left, onSent, onClose }: Props) {
  const { t } = useLingui();
  const { note, setNote, drop } = revision;
  const marks = listWrittenComments(revision);
  const pins = revision.pins.filter(isWritten);
  const timeMarks = revision.timeMarks.filter(isWritten);
  const own = useId();
  const [isEmpty, setIsEmpty] = useState(false);
  const { busy, failure, run } = useMutation(ApiError);
  const send = () => {
    const nothing = countWritten(revision) === 0 && note.trim() === '';
    setIsEmpty(nothing);
    if (nothing) return;
    void run(async () => {
      const fresh = await call('POST /api/orders/revise', {
        deliveryId,
        note,
        marks: marks.map(({ from, to, note: said }) => ({ from, to, note: said })),
        pins,
        timeMarks,
      });
      drop();
      onClose();
      onSent(fresh);
      showToast({ text: t`Changes requested.` });
    });
  };
  return (
    <Dialog title={t`Request changes`} onClose={onClose} harmless>
      <p>
        {marks.length > 0 || pins.length + timeMarks.length === 0 ? (
          <Plural value={marks.length} _0="No comments on the text yet." one="# comment on the text." other="# comments on the text." />
        ) : null}
        {pins.length > 0 ? (
          <>
            <Space />
            <Plural value={pins.length} one="# comment on pictures." other="# comments on pictures." />
          </>
        ) : null}
        {timeMarks.length > 0 ? (
          <>
            <Space />
            <Plural value={timeMarks.length} one="# comment at a time." other="# comments at a time." />
          </>
        ) : null}
        <Space />
        <Plural value={left} one="This uses your last revision." other="This uses one of your # revisions." />
      </p>
      <div className={field.field}>
        <label htmlFor={own}>{t`What should we change?`}</label>
        <textarea
          id={own}
          className={field.input}
          rows={4}
          maxLength={NOTE_CHARS}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
      <p role="alert" className={css.wrong}>
        {isEmpty ? <Trans>Comment on the text or describe the change first.</Trans> : <FailureText error={failure} />}
      </p>
      <form method="dialog" className={sheet.acts}>
        <Button text={t`Send request`} look="main" busy={busy} onClick={send} />
        <Button text={t`Keep reading`} type="submit" />
      </form>
    </Dialog>
  );
}
