// Sends a form. It is never disabled: who presses it learns what is missing. While something is under way it says so and keeps the focus.
import type { ReactNode } from 'react';
import button from '../styles/button.module.css';

type Props = { readonly busy: boolean /** What is said aloud meanwhile. */; readonly meanwhile: string; readonly children: ReactNode };

export function SubmitButton({ busy, meanwhile, children }: Props) {
  return (
    <>
      <button type="submit" className={button.main} aria-disabled={busy || undefined}>
        {children}
      </button>
      <span role="status" className="unseen">
        {busy ? meanwhile : ''}
      </span>
    </>
  );
}
