// A drawing of the desk with its name, a file of its figures, and the figures themselves behind it as a table, for who does not see it or wants to know.
import { type ReactNode, useId } from 'react';
import button from '../../../ui/styles/button.module.css';
import styles from './figure.module.css';

type Props = {
  readonly title: string;
  /** Under the title: what it counts, where that is not plain. */
  readonly about?: ReactNode;
  /** Where the figures are to be had as a file. */
  readonly file?: string;
  readonly drawing?: ReactNode;
  readonly table: ReactNode;
  /** The table is what there is to see. */
  readonly open?: boolean;
};

export function Figure({ title, about, file, drawing, table, open = false }: Props) {
  const id = useId();
  return (
    <section className={styles.figure} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {file ? (
          <a className={button.link} href={file} download aria-label={`${title}, as CSV`}>
            CSV
          </a>
        ) : null}
      </div>
      {about ? <p className={styles.about}>{about}</p> : null}
      {drawing}
      {open ? (
        table
      ) : (
        <details className={styles.figures}>
          <summary>Figures as a table</summary>
          {table}
        </details>
      )}
    </section>
  );
}
