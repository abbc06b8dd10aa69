// One thing at a time that is asked of the server: under way, done, or refused until the next try.
import { useRef, useState } from 'react';
import { ApiError } from '../api-error.ts';

export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ApiError>();
  // State comes a moment later than a second click.
  const going = useRef(false);
  async function attempt(run: () => Promise<void>): Promise<void> {
    if (going.current) return;
    going.current = true;
    setBusy(true);
    setRefused(undefined);
    try {
      await run();
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setRefused(cause);
    } finally {
      going.current = false;
      setBusy(false);
    }
  }
  return { busy, refused, attempt };
}
