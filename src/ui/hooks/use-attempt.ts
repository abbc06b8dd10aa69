// Runs one server request at a time and holds its error until the next attempt.
import { useRef, useState } from 'react';
import { ApiError } from '../api-error.ts';

export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ApiError>();
  // React state updates too late to stop a second click.
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
