// Runs one request at a time, such as an API call from a button, and holds its failure until the next one.
import { useRef, useState } from 'react';

export type Mutation<Failure extends Error> = {
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  /** Resolves with whether the work succeeded. Does nothing while other work is running. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
  /** Props of a button that runs the work. */
  readonly press: (work: () => Promise<unknown>) => { readonly 'aria-disabled': true | undefined; readonly onClick: () => void };
};

/** `FailedCall`: what the app's client throws for a failed call. Every other error is passed on. */
export function useMutation<Failure extends Error>(FailedCall: new (...args: never[]) => Failure): Mutation<Failure> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  // React state updates too late to stop a second click.
  const isRunning = useRef(false);
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      return true;
    } catch (cause) {
      if (!(cause instanceof FailedCall)) throw cause;
      setFailure(cause);
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }
  return { busy, failure, run, press: (work) => ({ 'aria-disabled': busy || undefined, onClick: () => void run(work) }) };
}
