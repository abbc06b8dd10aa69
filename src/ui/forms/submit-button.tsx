// Submit button. Never disabled, so that pressing it shows what is missing. While busy it says so and keeps
// the focus.
import type { ReactNode } from 'react';
import { Button } from '#ui/display/button.tsx';

type Props = {
  readonly text: ReactNode;
  readonly busy: boolean;
  /** Announced while busy. */
  readonly meanwhile: string;
  /** `bad`: what it does cannot be undone. */
  readonly look?: 'main' | 'bad';
};

export const SubmitButton = ({ text, busy, meanwhile, look = 'main' }: Props) => (
  <>
    <Button type="submit" text={text} look={look} busy={busy} />
    <span role="status" className="unseen">
      {busy ? meanwhile : ''}
    </span>
  </>
);
