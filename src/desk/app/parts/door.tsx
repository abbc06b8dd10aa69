// The page before the desk: one card in the middle.
import { type ReactNode, useEffect } from 'react';
import card from '../../../web/ui/card.module.css';
import styles from './door.module.css';

export function Door({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} — Desk`;
  }, [title]);
  return (
    <main className={styles.door}>
      <div className={`${card.card} ${styles.card}`}>
        <p className={styles.mark}>
          Fanfare <span className="soft">desk</span>
        </p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
