// Runs one server call per button press and keeps its error until the next press.
import { useAttempt } from './use-attempt.ts';

export function usePress(work: () => Promise<void>) {
  const { busy, refused, attempt } = useAttempt();
  return { refused, press: { 'aria-disabled': busy || undefined, onClick: () => void attempt(work) } };
}
