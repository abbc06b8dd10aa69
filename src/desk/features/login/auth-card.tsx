// The layout of log-in pages: one card in the middle.
import { type ReactNode, useEffect, useRef } from 'react';
import { useFocusOnMount } from '#ui/hooks/use-focus.ts';
import card from '#ui/styles/card.module.css';
import styles from './auth-card.module.css';

/** In the document, because nobody is logged in yet. */
const { brand, logo, logoDark } = document.getElementById('root')?.dataset ?? {};

export function AuthCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} — Desk`;
  }, [title]);
  const own = useRef<HTMLElement>(null);
  useFocusOnMount(() => own.current);
  return (
    <main className={styles.door} tabIndex={-1} ref={own}>
      <div className={`${card.card} ${styles.card}`}>
        <p className={styles.mark}>
          {logo ? (
            <picture>
              {logoDark ? <source srcSet={logoDark} media="(prefers-color-scheme: dark)" /> : null}
              <img src={logo} alt="" className={styles.logo} />
            </picture>
          ) : null}
          {brand} <span className="soft">desk</span>
        </p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
