// The desk hears what has changed by server-sent events, and asks anew. Where there is no stream for a while, it asks now and then.
import { useEffect } from 'react';
import { askAgain } from './query-cache.ts';

/** News of one moment are asked for together. */
const GATHER_MS = 150;
const POLL_MS = 20_000;

export function useLive(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const gathered = new Set<string>();
    const changed = (names: readonly string[] = ['all']) => {
      for (const name of names) gathered.add(name);
      timer ??= setTimeout(() => {
        timer = undefined;
        if (document.visibilityState === 'visible') askAgain(gathered);
        gathered.clear();
      }, GATHER_MS);
    };
    const source = new EventSource('/api/events');
    source.addEventListener('news', ({ data }: MessageEvent<string>) => changed(data.split(' ')));
    source.addEventListener('again', () => changed());
    let wasOpen = false;
    source.addEventListener('open', () => {
      // What came in between was missed.
      if (wasOpen) changed();
      wasOpen = true;
    });
    const poll = setInterval(() => {
      if (source.readyState !== EventSource.OPEN) changed();
    }, POLL_MS);
    const seen = () => changed();
    document.addEventListener('visibilitychange', seen);
    return () => {
      source.close();
      clearTimeout(timer);
      clearInterval(poll);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
}
