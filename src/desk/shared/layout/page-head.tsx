// The heading of a page, with its actions.
import { type ReactNode, useEffect } from 'react';
import styles from './page-head.module.css';

export function PageHead({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} — Desk`;
  }, [title]);
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {children ? <div className={styles.beside}>{children}</div> : null}
    </div>
  );
}
