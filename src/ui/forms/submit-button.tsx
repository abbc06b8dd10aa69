// Submit button. Never disabled, so that pressing it shows what is missing. While busy it says so and keeps
// the focus.
import type { ReactNode } from 'react';
import button from '../styles/button.module.css';

type Props = {
  readonly busy: boolean;
  /** Announced while busy. */
  readonly meanwhile: string;
  /** `bad`: what it does cannot be undone. */
  readonly look?: 'main' | 'bad';
  readonly children: ReactNode;
};

export function SubmitButton({ busy, meanwhile, look = 'main', children }: Props) {
  return (
    <>
      <button type="submit" className={button[look]} aria-disabled={busy || undefined}>
        {children}
      </button>
      <span role="status" className="unseen">
        {busy ? meanwhile : ''}
      </span>
    </>
  );
}
