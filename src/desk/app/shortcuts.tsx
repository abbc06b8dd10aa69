// The list of keyboard shortcuts, opened by "?".
import { useState } from 'react';
import { useKeys } from '../shared/browser/use-keys.ts';
import { DeskDialog } from '../shared/layout/desk-dialog.tsx';
import { FactList } from '../shared/layout/panel.tsx';
import styles from './shortcuts.module.css';

const groups = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'Search everything'],
      ['/', 'Search the page'],
      ['?', 'Keyboard shortcuts'],
    ],
  },
  {
    title: 'Queue',
    keys: [
      ['J', 'Next piece'],
      ['K', 'Previous piece'],
      ['Enter', 'Open piece'],
      ['T', 'Take piece'],
      ['D', 'Deliver piece'],
      ['X', 'Select piece'],
    ],
  },
  {
    title: 'Piece and ticket',
    keys: [
      ['E', 'Write'],
      ['Esc', 'Leave the text'],
      ['D', 'Deliver'],
    ],
  },
] as const;

export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  useKeys({ '?': () => setOpen(true) });
  return (
    <>
      <button className={styles.open} type="button" aria-label="Keyboard shortcuts" aria-keyshortcuts="?" onClick={() => setOpen(true)}>
        Shortcuts <kbd>?</kbd>
      </button>
      {isOpen ? (
        <DeskDialog title="Keyboard shortcuts" harmless onClose={() => setOpen(false)}>
          {groups.map(({ title, keys }) => (
            <section key={title} className={styles.group}>
              <h3>{title}</h3>
              <FactList facts={keys.map(([key, what]) => [what, <kbd key={key}>{key}</kbd>] as const)} />
            </section>
          ))}
        </DeskDialog>
      ) : null}
    </>
  );
}
