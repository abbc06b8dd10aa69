// A chart with its title, a CSV download, and its values as a table for screen readers and for details.

import { type ReactNode, useId } from 'react';
import { ButtonLink } from '#ui/display/button.tsx';
import fold from '#ui/styles/fold.module.css';
import styles from './figure.module.css';

type Props = {
  readonly title: string;
  /** Under the title: what the chart counts, if that is not obvious. */
  readonly about?: ReactNode;
  /** Address of the CSV file. */
  readonly file?: string;
  readonly drawing?: ReactNode;
  readonly table: ReactNode;
  /** Starts with the table open. */
  readonly open?: boolean;
};

export function Figure({ title, about, file, drawing, table, open = false }: Props) {
  const id = useId();
  return (
    <section className={styles.figure} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {file ? <ButtonLink text="CSV" look="link" href={file} download aria-label={`${title} as CSV`} /> : null}
      </div>
      {about ? <p className={styles.about}>{about}</p> : null}
      {drawing}
      {open ? (
        table
      ) : (
        <details className={`${styles.figures} ${fold.fold}`}>
          <summary>Show as table</summary>
          {table}
        </details>
      )}
    </section>
  );
}
