// The comments on a delivered text, beside it; each with the passage that it is about.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import field from '../../../../ui/forms/field.module.css';
import button from '../../../../ui/styles/button.module.css';
import css from './review.module.css';
import { plainQuote } from './source-positions.ts';
import { type Comment, keyOf, type Revision } from './use-revision.ts';

const MARK_CHARS = 1_000;

export function Comments({ text, revision }: { readonly text: string; readonly revision: Revision }) {
  const { t } = useLingui();
  return (
    <aside className={css.notes} aria-label={t`Comments`}>
      {revision.marks.length > 0 ? (
        <ol>
          {revision.marks.map((mark) => (
            <CommentCard key={keyOf(mark)} mark={mark} text={text} revision={revision} />
          ))}
        </ol>
      ) : null}
      <p className={css.hint}>
        <Trans>Select any text to comment. On a phone, tap a paragraph.</Trans>
      </p>
    </aside>
  );
}

type CardProps = { readonly mark: Comment; readonly text: string; readonly revision: Revision };

function CommentCard({ mark, text, revision: { current, open, change, remove } }: CardProps) {
  const { t } = useLingui();
  const area = useRef<HTMLTextAreaElement>(null);
  const isCurrent = current === keyOf(mark);
  useEffect(() => {
    if (isCurrent) area.current?.focus();
  }, [isCurrent]);
  const quote = plainQuote(text.slice(mark.from, mark.to));
  return (
    <li className={css.note} data-current={isCurrent ? '' : undefined}>
      <q>{quote}</q>
      <textarea
        ref={area}
        className={field.input}
        rows={2}
        maxLength={MARK_CHARS}
        aria-label={t`Comment on “${quote}”`}
        placeholder={t`What should we change?`}
        value={mark.note}
        onFocus={() => open(keyOf(mark))}
        onChange={({ target }) => change(mark, target.value)}
      />
      <p>
        <button
          type="button"
          className={`${button.quiet} ${button.small}`}
          aria-label={t`Remove the comment on “${quote}”`}
          onClick={() => remove(mark)}
        >
          <Trans>Remove</Trans>
        </button>
      </p>
    </li>
  );
}
