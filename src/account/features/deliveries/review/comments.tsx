// The comments on a delivered text: each beside its passage, or below its paragraph where there is no room.

import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/display/button.tsx';
import field from '#ui/forms/field.module.css';
import css from './review.module.css';
import { toPlainQuote } from './source-positions.ts';
import { type Comment, getKey, type Revision } from './use-revision.ts';

const MARK_CHARS = 1_000;

type Props = { readonly text: string; readonly revision: Revision };

/** `place`: the text with the marks. */
export function Comments({ text, revision, place }: Props & { readonly place: RefObject<HTMLElement | null> }) {
  const { t } = useLingui();
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const [page, cards] = [place.current, list.current];
    if (!page || !cards) return undefined;
    alignCards(page, cards);
    const observer = new ResizeObserver(() => alignCards(page, cards));
    observer.observe(page);
    for (const card of cards.children) observer.observe(card);
    return () => observer.disconnect();
  });
  return (
    <aside className={css.notes} aria-label={t`Comments`}>
      <p className={css.hint}>{t`Select any text to comment on it.`}</p>
      <ol ref={list}>
        {revision.marks.map((mark) => (
          <li key={getKey(mark)} data-key={getKey(mark)}>
            <CommentCard mark={mark} text={text} revision={revision} />
          </li>
        ))}
      </ol>
    </aside>
  );
}

const GAP_PX = 12;

/** Each card begins at the height of its passage, or below the card before it. */
function alignCards(page: HTMLElement, list: HTMLElement): void {
  const top = list.getBoundingClientRect().top;
  let bottom = 0;
  for (const card of list.children as Iterable<HTMLElement>) {
    const mark = page.querySelector(`mark[data-key="${card.dataset.key}"]`);
    const start = Math.max(bottom, mark ? mark.getBoundingClientRect().top - top : bottom);
    card.style.marginTop = `${start - bottom + (start === bottom && bottom > 0 ? GAP_PX : 0)}px`;
    bottom = card.getBoundingClientRect().bottom - top;
  }
}

/** Below the paragraph of these comments. */
export const CommentsBelow = ({ marks, ...props }: Props & { readonly marks: readonly Comment[] }) => (
  <ul className={css.below}>
    {marks.map((mark) => (
      <li key={getKey(mark)}>
        <CommentCard mark={mark} {...props} />
      </li>
    ))}
  </ul>
);

type CardProps = Props & { readonly mark: Comment };

function CommentCard({ mark, text, revision: { current, open, change, remove } }: CardProps) {
  const { t } = useLingui();
  const area = useRef<HTMLTextAreaElement>(null);
  const isCurrent = current === getKey(mark);
  useEffect(() => {
    if (isCurrent) area.current?.focus();
  }, [isCurrent]);
  const quote = toPlainQuote(text.slice(mark.from, mark.to));
  const removeComment = () => {
    focusParagraph(mark);
    remove(mark);
  };
  const leave = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key !== 'Escape' || nativeEvent.isComposing) return;
    if (mark.note.trim() === '') removeComment();
    else focusParagraph(mark);
  };
  return (
    <div className={css.note} data-current={isCurrent ? '' : undefined}>
      <q>{quote}</q>
      <textarea
        ref={area}
        className={field.input}
        rows={2}
        maxLength={MARK_CHARS}
        aria-label={t`Comment on “${quote}”`}
        placeholder={t`What should we change?`}
        value={mark.note}
        onFocus={() => open(getKey(mark))}
        onBlur={() => open(undefined)}
        onKeyDown={leave}
        onChange={({ target }) => change(mark, target.value)}
      />
      <p>
        <Button text={t`Remove`} small aria-label={t`Remove the comment on “${quote}”`} onClick={removeComment} />
      </p>
    </div>
  );
}

/** The button of the paragraph, so that the keyboard goes on from there. */
const focusParagraph = (mark: Comment) =>
  document
    .querySelector(`mark[data-key="${getKey(mark)}"]`)
    ?.closest('[data-block]')
    ?.querySelector<HTMLElement>(':scope > button')
    ?.focus();
