// A list whose items are added, removed and moved, with buttons, so by keyboard too. The focus stays with
// what was moved, and screen readers hear its place.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/display/button.tsx';
import { useField, useHasErrors } from '../../shared/forms/fields.tsx';
import { Fold } from '../../shared/forms/fold.tsx';
import css from './content.module.css';

type Props<T> = {
  readonly items: readonly T[];
  readonly onItems: (items: T[]) => void;
  /** What an item is called, as in "Add point". */
  readonly called: string;
  /** Names an item for its buttons: "Move Services up". */
  readonly getTitle: (item: T, index: number) => string;
  /** Beside its title. */
  readonly getAside?: (item: T) => string;
  /** Absent: all fields are visible. True for an item opens it. */
  readonly hasErrors?: (index: number, item: T) => boolean;
  /** Absent: `add` offers more than one kind of item. */
  readonly make?: () => T;
  readonly add?: (add: (item: T) => void) => ReactNode;
  readonly children: (item: T, index: number) => ReactNode;
};

/** `initial`: keys of items that were there at first; later ones are open. */
type Keys = { readonly all: readonly number[]; readonly initial: number };

type Removed<T> = { readonly pair: Pair<T>; readonly index: number };

type WantedFocus = { readonly key: number; readonly part: 'up' | 'down' | 'title' };
type Pair<T> = readonly [key: number, item: T];

/** The items with a key each that does not depend on their place, and what the buttons do. */
function useSortable<T>({ items, onItems, called, getTitle }: Pick<Props<T>, 'items' | 'onItems' | 'called' | 'getTitle'>) {
  const [stored, setStored] = useState<Keys>(() => ({ all: items.map((_, index) => index), initial: items.length }));
  // Another version was opened, or a change elsewhere moved an item in or out.
  const keys = stored.all.length === items.length ? stored.all : items.map((_, index) => index);
  const [said, setSaid] = useState('');
  const [removed, setRemoved] = useState<Removed<T>>();
  const [wanted, setWanted] = useState<WantedFocus>();
  const pairs = items.map((item, index): Pair<T> => [keys[index] ?? index, item]);
  const put = (changed: readonly Pair<T>[], focus: WantedFocus | undefined, sentence: string) => {
    setStored({ ...stored, all: changed.map(([key]) => key) });
    setRemoved(undefined);
    setWanted(focus);
    setSaid(sentence);
    onItems(changed.map(([, item]) => item));
  };
  return {
    pairs,
    said,
    removed,
    wanted,
    isAdded: (key: number): boolean => key >= stored.initial,
    move(index: number, by: 1 | -1) {
      const pair = pairs[index];
      const to = index + by;
      if (!pair) return;
      const [key, item] = pair;
      if (to < 0 || to >= pairs.length) return setSaid(`${getTitle(item, index)} is the ${by === 1 ? 'last' : 'first'} ${called}.`);
      const sentence = `${getTitle(item, to)}: position ${to + 1} of ${pairs.length}.`;
      put(pairs.toSpliced(index, 1).toSpliced(to, 0, pair), { key, part: by === 1 ? 'down' : 'up' }, sentence);
    },
    remove(index: number) {
      const pair = pairs[index];
      if (!pair) return;
      const rest = pairs.toSpliced(index, 1);
      const [next] = rest[Math.min(index, rest.length - 1)] ?? [];
      put(rest, next === undefined ? undefined : { key: next, part: 'title' }, `Removed ${getTitle(pair[1], index)}.`);
      setRemoved({ pair, index });
    },
    undo({ pair, index }: Removed<T>) {
      put(pairs.toSpliced(index, 0, pair), { key: pair[0], part: 'title' }, `${getTitle(pair[1], index)} is back.`);
    },
    add(item: T) {
      const key = Math.max(stored.initial, ...keys.map((each) => each + 1));
      put([...pairs, [key, item]], { key, part: 'title' }, '');
    },
  };
}

export function SortableList<T>({ items, onItems, called, getTitle, getAside, hasErrors, make, add, children }: Props<T>) {
  const list = useSortable({ items, onItems, called, getTitle });
  const { pairs, removed, wanted } = list;
  const own = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted) own.current?.querySelector<HTMLElement>(`:scope > ol > [data-key="${wanted.key}"] [data-part="${wanted.part}"]`)?.focus();
  }, [wanted]);
  return (
    <div ref={own} className={css.fields}>
      <ol className={css.list}>
        {pairs.map(([key, item], index) => (
          <li key={key} data-key={key} className={css.item}>
            <ItemBody
              title={getTitle(item, index)}
              aside={getAside?.(item)}
              isOpen={hasErrors && (hasErrors(index, item) || list.isAdded(key))}
            >
              {children(item, index)}
            </ItemBody>
            <Acts
              title={getTitle(item, index)}
              isFirst={index === 0}
              isLast={index === pairs.length - 1}
              move={(by) => list.move(index, by)}
              remove={() => list.remove(index)}
            />
          </li>
        ))}
      </ol>
      <div className={css.add}>
        {add?.(list.add)}
        {make ? <Button text={`Add ${called}`} small onClick={() => list.add(make())} /> : null}
      </div>
      <p role="status" className={removed ? undefined : 'unseen'}>
        {list.said}
        {removed ? (
          <>
            {' '}
            <Button text="Undo" look="link" onClick={() => list.undo(removed)} />
          </>
        ) : null}
      </p>
    </div>
  );
}

type FieldProps<T> = Omit<Props<T>, 'items' | 'onItems' | 'isWrong' | 'children'> & {
  readonly name: string;
  /** One with an error opens. */
  readonly isFolded?: boolean;
  readonly children: (name: string, item: T, index: number) => ReactNode;
};

/** A list of the form by its name. */
export function SortableField<T>({ name, isFolded = false, children, ...rest }: FieldProps<T>) {
  const { value, change } = useField<T[]>(name);
  const hasErrors = useHasErrors();
  const at = (index: number) => `${name}.${index}`;
  return (
    <SortableList {...rest} items={value} onItems={change} {...(isFolded ? { hasErrors: (index) => hasErrors(at(index)) } : {})}>
      {(item, index) => children(at(index), item, index)}
    </SortableList>
  );
}

type BodyProps = {
  readonly title: string;
  readonly aside: string | undefined;
  /** Undefined: it cannot be closed. */
  readonly isOpen: boolean | undefined;
  readonly children: ReactNode;
};

function ItemBody({ title, aside, isOpen, children }: BodyProps) {
  if (isOpen === undefined)
    return (
      <fieldset className={css.flat} data-part="title" tabIndex={-1}>
        <legend className="unseen">{title}</legend>
        {children}
      </fieldset>
    );
  return (
    <Fold className={css.body} isOpen={isOpen}>
      <summary data-part="title">
        {title} {aside ? <span className={css.kind}>{aside}</span> : null}
      </summary>
      <div className={css.fields}>{children}</div>
    </Fold>
  );
}

type ItemActsProps = {
  readonly title: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly move: (by: 1 | -1) => void;
  readonly remove: () => void;
};

/** The first and the last one keep both buttons, so that the focus stays where it is. */
const Acts = ({ title, isFirst, isLast, move, remove }: ItemActsProps) => (
  <div className={css.acts}>
    <Button text="↑" small data-part="up" data-end={isFirst} aria-label={`Move ${title} up`} onClick={() => move(-1)} />
    <Button text="↓" small data-part="down" data-end={isLast} aria-label={`Move ${title} down`} onClick={() => move(1)} />
    <Button text="Remove" small aria-label={`Remove ${title}`} onClick={remove} />
  </div>
);
