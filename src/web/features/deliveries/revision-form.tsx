// Revision request: passages marked in the plain text, so that their positions are exact, each with a comment, and a general note.
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef, useState } from 'react';
import { ApiError } from '../../../ui/api-error.ts';
import { FailureText } from '../../../ui/forms/failure-text.tsx';
import field from '../../../ui/forms/field.module.css';
import { useMutation } from '../../../ui/hooks/use-mutation.ts';
import button from '../../../ui/styles/button.module.css';
import { call } from '../../api/client.ts';
import css from './deliveries.module.css';
import type { Delivery, PieceDeliveryProps } from './types.ts';

type Props = { readonly delivery: Delivery; readonly take: PieceDeliveryProps['take']; readonly label: string };
type Mark = { readonly from: number; readonly to: number; readonly note: string };

export function RevisionForm({ delivery: { id, text }, take, label }: Props) {
  const { t } = useLingui();
  const own = useId();
  const source = useRef<HTMLTextAreaElement>(null);
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const { busy, failure, run } = useMutation(ApiError);

  function mark(): void {
    const { selectionStart: from = 0, selectionEnd: to = 0 } = source.current ?? {};
    setMissing(from === to);
    if (from < to && !marks.some((each) => each.from === from && each.to === to)) setMarks([...marks, { from, to, note: '' }]);
  }

  const send = () => void run(async () => take(await call('POST /api/orders/revise', { deliveryId: id, note, marks: [...marks] })));
  return (
    <form
      className={css.revise}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={`${own}-source`}>{label}</label>
      <p id={`${own}-how`} className={css.soft}>
        <Trans>Select a passage with the pointer, or with Shift and the arrow keys, and mark it.</Trans>
      </p>
      <textarea ref={source} id={`${own}-source`} aria-describedby={`${own}-how`} className={field.input} rows={10} readOnly value={text} />
      <p className={css.row}>
        <button type="button" className={`${button.quiet} ${button.small}`} onClick={mark}>
          <Trans>Mark what is selected</Trans>
        </button>
        <span role="status">{missing ? t`Select a passage first.` : ''}</span>
      </p>
      <ul className={css.marks}>
        {marks.map((each, index) => (
          <Marked
            key={`${each.from} ${each.to}`}
            quote={text.slice(each.from, each.to)}
            mark={each}
            change={(next) => setMarks(marks.map((each, at) => (at === index ? next : each)))}
            remove={() => setMarks(marks.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <label htmlFor={`${own}-note`}>
        <Trans>What should be otherwise</Trans>
      </label>
      <textarea
        id={`${own}-note`}
        className={field.input}
        rows={4}
        maxLength={4_000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <p className={css.row}>
        <button type="submit" className={`${button.main} ${button.small}`} aria-disabled={busy || undefined}>
          <Trans>Send the revision</Trans>
        </button>
      </p>
      <p role="alert" className={css.wrong}>
        <FailureText of={failure} />
      </p>
    </form>
  );
}

type MarkedProps = { readonly quote: string; readonly mark: Mark; readonly change: (next: Mark) => void; readonly remove: () => void };

function Marked({ quote, mark, change, remove }: MarkedProps) {
  const { t } = useLingui();
  return (
    <li>
      <mark>{quote}</mark>
      <div className={css.row}>
        <input
          className={field.input}
          aria-label={t`What should be otherwise here`}
          maxLength={1_000}
          value={mark.note}
          onChange={({ target }) => change({ ...mark, note: target.value })}
        />
        <button type="button" className={`${button.quiet} ${button.small}`} onClick={remove}>
          <Trans>Remove this mark</Trans>
        </button>
      </div>
    </li>
  );
}
