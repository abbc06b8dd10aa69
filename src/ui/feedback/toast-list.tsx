// Renders toasts and closes them after a while.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import button from '../styles/button.module.css';
import type { Toast } from './toast.ts';
import css from './toast-list.module.css';

const SHOWN_MS = 7_000;
/** Toasts with an action stay longer, so that there is time to use it. */
const SHOWN_WITH_ACT_MS = 30_000;

type Dismiss = { readonly dismiss: (id: number) => void };

export const ToastList = ({ shown, dismiss }: Dismiss & { readonly shown: readonly Toast[] }) => (
  <div className={css.toasts}>
    {shown.map((each) => (
      <OneToast key={each.id} toast={each} dismiss={dismiss} />
    ))}
  </div>
);

/** Closes by itself, but not while it is hovered or focused. */
function OneToast({ toast: { id, text, act }, dismiss }: Dismiss & { readonly toast: Toast }) {
  const { t } = useLingui();
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (isPaused) return;
    const end = setTimeout(() => dismiss(id), act ? SHOWN_WITH_ACT_MS : SHOWN_MS);
    return () => clearTimeout(end);
  }, [id, act, isPaused, dismiss]);
  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for hover and focus.
    <div className={css.toast} onPointerEnter={pause} onPointerLeave={resume} onFocus={pause} onBlur={resume}>
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
