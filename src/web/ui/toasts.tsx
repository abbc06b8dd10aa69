// Good news in passing. What went wrong is never said here: it stays where it happened until it is mended.
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import button from './button.module.css';
import css from './toasts.module.css';

type News = {
  readonly text: ReactNode;
  /** One thing that can still be done about it, such as taking it back. */
  readonly act?: { readonly label: ReactNode; readonly run: () => void };
};
type Toast = News & { readonly id: number };

const SHOWN_MS = 7_000;
/** Whoever may want to take something back needs time to find out. */
const SHOWN_WITH_ACT_MS = 30_000;
const MOST = 3;

const none: readonly Toast[] = [];
let toasts = none;
let last = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const tell of listeners) tell();
}

export function toast(news: News): void {
  last += 1;
  change([...toasts, { ...news, id: last }].slice(-MOST));
}

const dismiss = (id: number): void => change(toasts.filter((each) => each.id !== id));

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  return (
    <div role="status" className={css.toasts}>
      {shown.map((each) => (
        <OneToast key={each.id} toast={each} />
      ))}
    </div>
  );
}

/** Goes by itself, but not while somebody is at it. */
function OneToast({ toast: { id, text, act } }: { toast: Toast }) {
  const { t } = useLingui();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const end = setTimeout(() => dismiss(id), act ? SHOWN_WITH_ACT_MS : SHOWN_MS);
    return () => clearTimeout(end);
  }, [id, act, held]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody is at it.
    <div className={css.toast} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <p>{text}</p>
      {act ? (
        <button
          type="button"
          className={button.link}
          onClick={() => {
            dismiss(id);
            act.run();
          }}
        >
          {act.label}
        </button>
      ) : null}
      <button type="button" className={css.close} aria-label={t`Dismiss`} onClick={() => dismiss(id)}>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d="m2 2 8 8M10 2l-8 8" />
        </svg>
      </button>
    </div>
  );
}
