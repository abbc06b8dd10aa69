// Menu built on details, which works before hydration. After it, a click outside or Escape closes it.
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import css from './menu.module.css';

export function Menu({
  label,
  shown,
  children,
  className = '',
}: {
  label: string;
  shown: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = () => details.current?.removeAttribute('open');
    const beside = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) close();
    };
    const leave = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !details.current?.open) return;
      close();
      details.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', beside);
    document.addEventListener('focusin', beside);
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('pointerdown', beside);
      document.removeEventListener('focusin', beside);
      document.removeEventListener('keydown', leave);
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key press on a link or button inside fires a click too.
    <details ref={details} className={`${css.menu} ${className}`} onClick={closeAfterChoice}>
      <summary>
        <span className="unseen">{label}</span>
        {shown}
      </summary>
      <div className={css.sheet}>{children}</div>
    </details>
  );
}

/** Closes the menu after a choice. The focus stays at the menu. */
function closeAfterChoice({ currentTarget, target }: MouseEvent<HTMLDetailsElement>) {
  if (!(target instanceof Element && target.closest('a, button'))) return;
  currentTarget.removeAttribute('open');
  currentTarget.querySelector('summary')?.focus();
}

export function Chevron() {
  return (
    <svg className={css.chevron} viewBox="0 0 12 12" aria-hidden="true">
      <path d="m2 4 4 4 4-4" />
    </svg>
  );
}
