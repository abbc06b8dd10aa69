// Messages about a piece, with a form to send one.

import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { saveDownload } from '#ui/api/save-download.ts';
import { Button } from '#ui/display/button.tsx';
import field from '#ui/forms/field.module.css';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { MomentText } from '../../shared/date-time.tsx';
import css from './deliveries.module.css';
import type { PieceDeliveryProps } from './types.ts';

export function PieceMessages({ piece, take }: PieceDeliveryProps) {
  const { t } = useLingui();
  const own = useId();
  const [text, setText] = useState('');
  const { busy, failure, run } = useMutation(ApiError);
  const send = () =>
    void run(async () => {
      take(await call('POST /api/orders/message', { pieceId: piece.pieceId, text }));
      setText('');
    });
  const save = ({ id, name }: { readonly id: string; readonly name: string }) =>
    void run(() => saveDownload(name, 'GET /api/files/content', { id }));
  return (
    <section className={css.messages}>
      {piece.waits ? <p className={css.asked}>{t`We have a question for you. The clock is paused until you answer.`}</p> : null}
      <ol>
        {piece.messages.map(({ id, mine, name, text: said, at, fromEmail, files }) => (
          <li key={id} data-mine={mine || undefined}>
            <p className={css.soft}>
              {mine ? (fromEmail ?? <Trans>You</Trans>) : <bdi>{name}</bdi>} · <MomentText iso={at} />
            </p>
            <p className={css.typed}>{said}</p>
            {files.length > 0 ? (
              <p className={css.row}>
                {files.map((file) => (
                  <Button key={file.id} text={<bdi>{file.name}</bdi>} small busy={busy} onClick={() => save(file)} />
                ))}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <label htmlFor={own}>{t`Your message`}</label>
        <textarea
          id={own}
          className={field.input}
          rows={3}
          maxLength={4_000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p className={css.row}>
          <Button text={t`Send`} small type="submit" busy={busy} />
        </p>
        <FieldErrorText error={failure} />
      </form>
    </section>
  );
}
