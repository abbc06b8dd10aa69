// Live updates: server-sent events name what has changed, and the queries concerned are invalidated. Without
// a stream the desk polls.
import { useEffect } from 'react';
import { invalidateTopics, type QueryTopic } from './queries.ts';

/** Batches topics that arrive together. */
const BATCH_DELAY_MS = 150;
const POLL_MS = 20_000;

export function useLive(): void {
  useEffect(() => {
    const topics = new Set<QueryTopic>();
    let isBusy = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = async () => {
      timer = undefined;
      if (isBusy) return;
      isBusy = true;
      // In sequence: a change during a refetch causes another one.
      while (topics.size > 0) {
        const gathered = new Set(topics);
        topics.clear();
        if (document.visibilityState === 'visible') await invalidateTopics(gathered);
      }
      isBusy = false;
    };
    const gather = (names: readonly QueryTopic[]) => {
      for (const name of names) topics.add(name);
      timer ??= setTimeout(() => void flush(), BATCH_DELAY_MS);
    };
    const changedAll = () => gather(['all']);
    const source = new EventSource('/api/events');
    source.addEventListener('news', ({ data }: MessageEvent<string>) => gather(data.split(' ') as QueryTopic[]));
    source.addEventListener('again', changedAll);
    let wasOpen = false;
    source.addEventListener('open', () => {
      // Events may have been missed while the stream was down.
      if (wasOpen) changedAll();
      wasOpen = true;
    });
    const poll = setInterval(() => {
      if (source.readyState !== EventSource.OPEN) changedAll();
    }, POLL_MS);
    document.addEventListener('visibilitychange', changedAll);
    return () => {
      source.close();
      clearTimeout(timer);
      clearInterval(poll);
      document.removeEventListener('visibilitychange', changedAll);
    };
  }, []);
}
