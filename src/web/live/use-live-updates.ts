// For parts of a page that show what may change while they are looked at; they come late, so that the page itself does without this.
import { useEffect, useRef } from 'react';
import type { PageNews } from '../../live-topics.ts';
import { ApiError } from '../../ui/api-error.ts';
import { follow, isAbout } from './live-updates.ts';

/** Asks anew when something of these has changed: one question at a time, and what comes meanwhile is asked for afterwards. `names` must stay the same list. */
export function useNews(names: readonly PageNews[], ask: (gone: AbortSignal) => Promise<void> | void): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    const gone = new AbortController();
    let isAsking = false;
    let isOld = false;
    const askAnew = async () => {
      isOld = true;
      if (isAsking) return;
      isAsking = true;
      while (isOld && !gone.signal.aborted) {
        isOld = false;
        try {
          await latest.current(gone.signal);
        } catch (cause) {
          // What could not be asked now stays as it is; the next news ask again. A bug of ours is told.
          if (!gone.signal.aborted && !(cause instanceof ApiError)) reportError(cause);
        }
      }
      isAsking = false;
    };
    const leave = follow((heard) => {
      if (isAbout(heard, names)) void askAnew();
    });
    return () => {
      gone.abort();
      leave();
    };
  }, [names]);
}
