// One act at a time, such as a button that asks the API for something: under way, done, or refused with words beside it.
import { useLingui } from '@lingui/react/macro';
import { useAttempt } from './use-attempt.ts';

export type Act = {
  readonly busy: boolean;
  readonly wrong: string | undefined;
  /** Does nothing while one is under way: state comes a moment later than a second click. */
  readonly act: (run: () => Promise<void>) => void;
};

export function useAct(): Act {
  const { i18n } = useLingui();
  const { busy, refused, attempt } = useAttempt();
  const first = refused && (Object.values(refused.errors).flat()[0] ?? refused.general);
  return { busy, wrong: first && (typeof first === 'string' ? first : i18n._(first)), act: (run) => void attempt(run) };
}
