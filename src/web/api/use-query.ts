// What only the API knows of the visitor, for pages behind the log-in: waited for, here, or failed with a way to try again. Without a token nothing is
// asked; a log-in in another tab is noticed.
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../ui/api-error.ts';
import { accessToken } from './session.ts';

export type Query<T> = {
  readonly data: T | undefined;
  readonly failure: ApiError | undefined;
  /** It is asked for at this moment. */
  readonly busy: boolean;
  readonly again: () => void;
  /** Changes what is here, after something was done about it. */
  readonly change: (next: (data: T) => T) => void;
};

type Known<T> = Pick<Query<T>, 'data' | 'failure' | 'busy'>;

/** `load` must be the same function every time. */
export function useQuery<T>(load: (signal: AbortSignal) => Promise<T>): Query<T> {
  const [known, setKnown] = useState<Known<T>>({ data: undefined, failure: undefined, busy: true });
  const [turn, setTurn] = useState(0);
  const again = useCallback(() => setTurn((count) => count + 1), []);
  const change = useCallback(
    (next: (data: T) => T) => setKnown((now) => (now.data === undefined ? now : { ...now, data: next(now.data) })),
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks anew.
  useEffect(() => {
    if (accessToken() === undefined) return undefined;
    const gone = new AbortController();
    setKnown((now) => ({ ...now, busy: true }));
    load(gone.signal).then(
      (data) => setKnown({ data, failure: undefined, busy: false }),
      (cause: unknown) => {
        if (gone.signal.aborted) return;
        setKnown((now) => {
          // A bug of ours belongs to the page's own notice of faults.
          if (!(cause instanceof ApiError)) throw cause;
          return { ...now, failure: cause, busy: false };
        });
      },
    );
    return () => gone.abort();
  }, [load, turn]);

  useEffect(() => {
    const heard = ({ key }: StorageEvent) => key === 'accessToken' && again();
    addEventListener('storage', heard);
    return () => removeEventListener('storage', heard);
  }, [again]);

  const failed = known.failure !== undefined;
  useEffect(() => {
    if (!failed) return undefined;
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [failed, again]);

  return { ...known, again, change };
}
