// Tabs by the ARIA pattern: one tab stop for the row, arrow keys within it, and the panel follows immediately.
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

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

const mirrored: Readonly<Record<string, string>> = { ArrowRight: 'ArrowLeft', ArrowLeft: 'ArrowRight' };

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
    // In a language that is written from right to left, the next tab is on the left.
    const key = row.current?.matches(':dir(rtl)') ? (mirrored[event.key] ?? event.key) : event.key;
    const index = moves[key]?.(
      tabs.findIndex(({ id }) => id === chosen),
      tabs.length,
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
