// The desk hears what has changed by server-sent events, and asks anew. Where there is no stream for a while, it asks now and then.
import { useEffect } from 'react';
import { askAllAgain } from './kept.ts';

/** News of one moment are asked for together. */
const GATHER_MS = 150;
const POLL_MS = 20_000;

export function useLive(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (document.visibilityState === 'visible') askAllAgain();
      }, GATHER_MS);
    };
    const source = new EventSource('/api/events');
    for (const name of ['news', 'again']) source.addEventListener(name, changed);
    let wasOpen = false;
    source.addEventListener('open', () => {
      // What came in between was missed.
      if (wasOpen) changed();
      wasOpen = true;
    });
    const poll = setInterval(() => {
      if (source.readyState !== EventSource.OPEN) changed();
    }, POLL_MS);
    document.addEventListener('visibilitychange', changed);
    return () => {
      source.close();
      clearTimeout(timer);
      clearInterval(poll);
      document.removeEventListener('visibilitychange', changed);
    };
  }, []);
}
