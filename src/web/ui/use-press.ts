// A button that does one thing at the server: one press is one call, and what was wrong with it stays until the next.
import { useState } from 'react';
import { Refused } from '../refused.ts';

export function usePress(work: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  async function press(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setRefused(undefined);
    try {
      await work();
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause;
      setRefused(cause);
    } finally {
      setBusy(false);
    }
  }
  return { refused, press: { 'aria-disabled': busy || undefined, onClick: () => void press() } };
}
