// A button that does one thing at the server: one press is one call, and what was wrong with it stays until the next.
import { useAttempt } from './use-attempt.ts';

export function usePress(work: () => Promise<void>) {
  const { busy, refused, attempt } = useAttempt();
  return { refused, press: { 'aria-disabled': busy || undefined, onClick: () => void attempt(work) } };
}
