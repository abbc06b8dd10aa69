// A place where a list would be. Nothing there yet, nothing that fits the filter, and not loaded are three different things and look so: the first
// invites, the second leads back, the third is a fault and says so at once. Without a connection it is nobody's fault, and mends itself.
import type { ReactNode } from 'react';
import css from './empty.module.css';

type Kind = 'empty' | 'filtered' | 'failed' | 'offline';
type Props = {
  readonly kind: Kind;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** The way on: begin, show all, try again. */
  readonly act?: ReactNode;
};

const drawings: Readonly<Record<Kind, ReactNode>> = {
  empty: <path d="M8 20 24 10l16 10v18H8zM8 20l16 9 16-9M18 34h12" />,
  filtered: <path d="M6 10h36L28 26v12l-8-4v-8zM32 32l8 8M40 32l-8 8" />,
  offline: <path d="M4 18a29 29 0 0 1 40 0M11 26a19 19 0 0 1 26 0M18 33a9 9 0 0 1 12 0M24 40v1M6 6l36 36" />,
  failed: <path d="M24 6 44 40H4zM24 19v10M24 34v1" />,
};

export function Empty({ kind, title, children, act }: Props) {
  return (
    <div className={css[kind]} role={kind === 'failed' ? 'alert' : undefined}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        {drawings[kind]}
      </svg>
      <p className={css.title}>{title}</p>
      {children ? <p className={css.text}>{children}</p> : null}
      {act}
    </div>
  );
}
