// A page with a message and a next step.
import type { ReactNode } from 'react';
import css from './message-page.module.css';

export function MessagePage({ title, children, acts }: { title: ReactNode; children: ReactNode; acts: ReactNode }) {
  return (
    <div className={`page ${css.notice}`}>
      <h1>{title}</h1>
      <div className={css.text}>{children}</div>
      <div className={css.acts}>{acts}</div>
    </div>
  );
}
