// Subscribes a component to live updates. Used by lazy components, so that pages do not carry it.
import { useEffect, useRef } from 'react';
import { ApiError } from '#ui/api/api-error.ts';
import { followUpdates, isAbout } from '#ui/api/live-updates.ts';
import type { PageNews } from '../../live-topics.ts';

/**
 * Calls `ask` when one of these topics changed: one call at a time, and once more for events meanwhile.
 * `names` must be the same array every time.
 */
export function useNews(names: readonly PageNews[], load: (signal: AbortSignal) => Promise<void> | void): void {
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    const controller = new AbortController();
    let isLoading = false;
    let isStale = false;
    const reload = async () => {
      isStale = true;
      if (isLoading) return;
      isLoading = true;
      while (isStale && !controller.signal.aborted) {
        isStale = false;
        try {
          await latest.current(controller.signal);
        } catch (cause) {
          // A failed load leaves the old data; the next event loads again. Programming errors are reported.
          if (!controller.signal.aborted && !(cause instanceof ApiError)) reportError(cause);
        }
      }
      isLoading = false;
    };
    const leave = followUpdates((update) => {
      if (isAbout(update, names)) void reload();
    });
    return () => {
      controller.abort();
      leave();
    };
  }, [names]);
}
