// A table that scrolls horizontally if it is too wide, also with the keyboard.
import type { ReactNode } from 'react';
import styles from './table.module.css';

type Head = { readonly name: string; readonly num?: boolean };
type Props = {
  readonly label: string;
  readonly heads: readonly (string | Head)[];
  /** On phones each row is a card. For rows that are understood without the headings. */
  readonly cards?: boolean;
  readonly children: ReactNode;
};

export function Table({ label, heads, cards = false, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it.
    <section className={styles.frame} aria-label={label} tabIndex={0}>
      <table className={cards ? styles.cards : styles.table}>
        <thead>
          <tr>
            {heads.map((head) => {
              const { name, num = false } = typeof head === 'string' ? { name: head } : head;
              return (
                <th key={name} className={num ? styles.num : undefined} scope="col">
                  {name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

export const cell = {
  num: styles.num,
  least: styles.least,
  grow: styles.grow,
  wide: styles.wide,
  acts: styles.acts,
  list: styles.list,
  clamped: styles.clamped,
} as const;
