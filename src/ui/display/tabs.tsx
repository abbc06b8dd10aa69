// Tabs by the ARIA pattern: one tab stop for the row, arrow keys within it, and the panel follows
// immediately.
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import css from './tabs.module.css';

type Tab<Id extends string> = { readonly id: Id; readonly label: ReactNode };
type Props<Id extends string> = {
  /** Label of the tab list, for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly chosen: Id;
  readonly choose: (id: Id) => void;
  /** line: underlined, for the parts of a page. */
  readonly look?: 'pills' | 'line';
  /** The panel has links or fields, so that it needs no tab stop of its own. */
  readonly isInteractive?: boolean;
  /** Between the tabs and the panel, such as a search. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
};

/** `step`: 1, or −1 in a language that is written from right to left, where the next tab is on the left. */
const moves: Readonly<Record<string, (at: number, count: number, step: number) => number>> = {
  ArrowRight: (at, count, step) => (at + count + step) % count,
  ArrowLeft: (at, count, step) => (at + count - step) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function Tabs<Id extends string>({
  label,
  tabs,
  chosen,
  choose,
  look = 'pills',
  isInteractive = false,
  beside,
  children,
}: Props<Id>) {
  const own = useId();
  const row = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const index = moves[event.key]?.(
      tabs.findIndex(({ id }) => id === chosen),
      tabs.length,
      document.dir ? -1 : 1,
    );
    const tab = index === undefined ? undefined : tabs[index];
    if (!tab) return;
    event.preventDefault();
    choose(tab.id);
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[index ?? 0]?.focus();
  };
  return (
    <>
      <div ref={row} role="tablist" aria-label={label} className={look === 'line' ? css.line : css.row} onKeyDown={move}>
        {tabs.map(({ id, label: shown }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${own}-${id}`}
            className={css.tab}
            aria-selected={id === chosen}
            aria-controls={`${own}-panel`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => choose(id)}
          >
            {shown}
          </button>
        ))}
      </div>
      {beside}
      <div
        role="tabpanel"
        id={`${own}-panel`}
        className={css.panel}
        aria-labelledby={`${own}-${chosen}`}
        // A panel of plain text can be focused and scrolled.
        tabIndex={isInteractive ? undefined : 0}
      >
        {children}
      </div>
    </>
  );
}
