// One act at a time, such as a button that asks the API for something: under way, done, or refused with words beside it.
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Refused } from '../refused.ts';

export type Act = {
  readonly busy: boolean;
  readonly wrong: string | undefined;
  /** Does nothing while one is under way: state comes a moment later than a second click. */
  readonly act: (run: () => Promise<void>) => void;
};

export function useAct(): Act {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Refused>();
  const going = useRef(false);
  async function attempt(run: () => Promise<void>): Promise<void> {
    if (going.current) return;
    going.current = true;
    setBusy(true);
    setWrong(undefined);
    try {
      await run();
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause;
      setWrong(cause);
    } finally {
      going.current = false;
      setBusy(false);
    }
  }
  const first = wrong && (Object.values(wrong.errors).flat()[0] ?? wrong.general);
  return { busy, wrong: first && (typeof first === 'string' ? first : i18n._(first)), act: (run) => void attempt(run) };
}
