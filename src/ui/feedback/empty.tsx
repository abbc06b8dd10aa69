// Placeholder for an empty list. "Nothing yet", "no match" and "not loaded" look different:
// the first invites, the second resets the filter, the third reports an error. Offline, it retries when the
// connection is back.
import type { ReactNode } from 'react';
import css from './empty.module.css';

type EmptyKind = 'empty' | 'filtered' | 'failed' | 'offline';
type Props = {
  readonly kind: EmptyKind;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** The next step: start, show all, retry. */
  readonly act?: ReactNode;
};

const drawings: Readonly<Record<EmptyKind, ReactNode>> = {
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
