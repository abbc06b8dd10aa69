// The field of a note: "@" offers the colleagues who see the piece. And a note's text with whom it mentions.
import { useQuery } from '@tanstack/react-query';
import { Fragment, type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Operator } from '#lib/people/operator.ts';
import type { DeskPiece } from '#modules/fulfilment/desk/shapes.ts';
import type { Team } from '#modules/staff/shapes.ts';
import { maySeePiece, nameRole } from '#modules/staff/shapes-roles.ts';
import { useMe } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { AreaField, useField } from '../../shared/forms/fields.tsx';
import styles from './note-field.module.css';

export const noMentions: readonly Operator[] = [];

/** Those whose names are still in the text. */
export const findMentions = (text: string, mentions: readonly Operator[]): readonly Operator[] =>
  mentions.filter(({ name }) => text.includes(`@${name}`));

/** What is typed of a name, before the caret: "@" and at most two words. */
const typedName = /(?:^|\s)@([^\s@]*(?: [^\s@]*)?)$/u;

export function NoteField({ piece }: { readonly piece: DeskPiece }) {
  const id = useId();
  const me = useMe();
  const area = useRef<HTMLTextAreaElement>(null);
  const { value: text, change } = useField<string>('text');
  const { value: mentions, change: changeMentions } = useField<readonly Operator[] | undefined>('mentions');
  const [caret, setCaret] = useState<number>();
  const [place, setPlace] = useState(0);
  const team = useQuery(deskQuery('GET /api/team')).data ?? [];
  const typed = caret === undefined ? undefined : typedName.exec(text.slice(0, caret))?.[1]?.toLowerCase();
  const offered =
    typed === undefined
      ? []
      : team.filter(
          (each) =>
            each.state === 'active' &&
            each.id !== me.id &&
            maySeePiece(each, piece.maker?.id ?? null) &&
            each.name.toLowerCase().startsWith(typed),
        );
  const chosen = offered[Math.min(place, offered.length - 1)];
  const close = () => {
    setCaret(undefined);
    setPlace(0);
  };
  const mention = ({ id, name }: Operator) => {
    const end = caret ?? text.length;
    const before = `${text.slice(0, end - (typed?.length ?? 0))}${name} `;
    // The caret would be moved to the end of the text.
    flushSync(() => change(before + text.slice(end)));
    area.current?.setSelectionRange(before.length, before.length);
    changeMentions([...(mentions ?? noMentions).filter((each) => each.id !== id), { id, name }]);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!chosen || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setPlace((offered.indexOf(chosen) + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') mention(chosen);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.field}>
      <AreaField
        label="Note"
        hint="Customers never see notes. Type @ to mention a colleague."
        name="text"
        rows={2}
        ref={area}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={chosen ? id : undefined}
        aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {chosen ? <Colleagues {...{ id, offered, chosen }} onChoose={mention} /> : null}
      <p role="status" className="unseen">
        {chosen ? `${offered.length} ${offered.length === 1 ? 'colleague' : 'colleagues'}` : ''}
      </p>
    </div>
  );
}

type ColleaguesProps = {
  readonly id: string;
  readonly offered: Team;
  readonly chosen: Team[number];
  readonly onChoose: (colleague: Operator) => void;
};

/** Keys are handled by the text, which keeps the focus. */
const Colleagues = ({ id, offered, chosen, onChoose }: ColleaguesProps) => (
  <div id={id} role="listbox" aria-label="Colleagues" className={styles.offered}>
    {offered.map((each) => (
      <div
        key={each.id}
        id={`${id}-${each.id}`}
        role="option"
        tabIndex={-1}
        aria-selected={each === chosen}
        onPointerDown={(event) => {
          event.preventDefault();
          onChoose(each);
        }}
      >
        {each.name} <span className="soft">{nameRole(each)}</span>
      </div>
    ))}
  </div>
);

type TextProps = { readonly text: string; readonly mentions: readonly Operator[] };

export function MentioningText({ text, mentions }: TextProps) {
  const [first, ...others] = findMentions(text, mentions);
  if (!first) return text;
  const name = `@${first.name}`;
  return text.split(name).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text of a note never changes.
    <Fragment key={index}>
      {index > 0 ? <strong>{name}</strong> : null}
      <MentioningText text={part} mentions={others} />
    </Fragment>
  ));
}
