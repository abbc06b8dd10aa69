// Loads data from the API for pages behind the log-in: loading, loaded, or failed with a retry. Sends nothing
// without a token and reloads after a log-in in another tab.
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '#ui/api/api-error.ts';
import { accessToken } from '#ui/api/session.ts';

export type QueryResult<T> = {
  readonly data: T | undefined;
  readonly failure: ApiError | undefined;
  /** A request is running. */
  readonly busy: boolean;
  readonly again: () => void;
  /** Updates the loaded data, for example after a mutation. */
  readonly change: (next: (data: T) => T) => void;
};

/** `load`: the function that the data or the failure came from. */
type QueryState<T> = Pick<QueryResult<T>, 'data' | 'failure' | 'busy'> & { readonly load: (signal: AbortSignal) => Promise<T> };

/** `load` must be the same function every time. `remembered`: shown until it has loaded. */
export function useQuery<T>(load: (signal: AbortSignal) => Promise<T>, remembered?: T): QueryResult<T> {
  const [known, setKnown] = useState<QueryState<T>>({ data: remembered, failure: undefined, busy: true, load });
  const [turn, setTurn] = useState(0);
  const again = useCallback(() => {
    if (accessToken() !== undefined) setKnown((now) => ({ ...now, busy: true }));
    setTurn((count) => count + 1);
  }, []);
  const change = useCallback(
    (next: (data: T) => T) => setKnown((now) => (now.data === undefined ? now : { ...now, data: next(now.data) })),
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn loads again.
  useEffect(() => {
    if (accessToken() === undefined) return undefined;
    const controller = new AbortController();
    load(controller.signal).then(
      (data) => setKnown({ data, failure: undefined, busy: false, load }),
      (cause: unknown) => {
        if (controller.signal.aborted) return;
        setKnown((now) => {
          // Programming errors belong to the error boundary.
          if (!(cause instanceof ApiError)) throw cause;
          return { ...now, failure: cause, busy: false, load };
        });
      },
    );
    return () => controller.abort();
  }, [load, turn]);

  useEffect(() => {
    // Null: anything may have changed.
    const reload = ({ key }: StorageEvent) => (key === 'accessToken' || key === null) && again();
    addEventListener('storage', reload);
    return () => removeEventListener('storage', reload);
  }, [again]);

  const failed = known.failure !== undefined;
  useEffect(() => {
    if (!failed) return undefined;
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [failed, again]);

  const { data, failure, busy } = known;
  return { data, failure, busy: busy || known.load !== load, again, change };
}
