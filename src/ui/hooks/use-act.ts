// Runs one action at a time, such as an API call from a button, and holds its state: busy, done, or failed with a message.
import { useLingui } from '@lingui/react/macro';
import { useAttempt } from './use-attempt.ts';

export type Act = {
  readonly busy: boolean;
  readonly wrong: string | undefined;
  /** Does nothing while one is running: React state updates too late to stop a second click. */
  readonly act: (run: () => Promise<void>) => void;
};

export function useAct(): Act {
  const { i18n } = useLingui();
  const { busy, refused, attempt } = useAttempt();
  const first = refused && (Object.values(refused.errors).flat()[0] ?? refused.general);
  return { busy, wrong: first && (typeof first === 'string' ? first : i18n._(first)), act: (run) => void attempt(run) };
}
