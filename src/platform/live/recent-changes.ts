// Remembers recent changes by topic. A page learns on connect what has changed since it was rendered, instead
// of reloading everything.
import type { NewsName } from '../../live-topics.ts';
import type { Topic } from './changes.ts';

export type Recent = {
  note(topic: Topic, names: readonly NewsName[]): void;
  /** Changes may have been missed: forget everything before now. */
  forget(): void;
  /** Topics touched since this time; undefined if unknown. */
  since(topic: Topic, at: number): readonly NewsName[] | undefined;
};

/** `now`: monotonic milliseconds. `most`: how many topics are remembered. */
export function createRecentChanges(now: () => number, maxEntries = 10_000): Recent {
  /** Least recently touched first. */
  const byTopic = new Map<Topic, Map<NewsName, number>>();
  let knownFrom = now();

  function dropOldest(): void {
    const [[topic, names] = []] = byTopic;
    if (topic === undefined || names === undefined) return;
    byTopic.delete(topic);
    // Forgotten topics move the start of the known period.
    knownFrom = Math.max(knownFrom, ...names.values());
  }

  return {
    note(topic, names) {
      const known = byTopic.get(topic) ?? new Map<NewsName, number>();
      for (const name of names) known.set(name, now());
      byTopic.delete(topic);
      byTopic.set(topic, known);
      if (byTopic.size > maxEntries) dropOldest();
    },
    forget() {
      byTopic.clear();
      knownFrom = now();
    },
    since(topic, at) {
      if (at <= knownFrom) return undefined;
      return [...(byTopic.get(topic) ?? [])].filter(([, touchedAt]) => touchedAt >= at).map(([name]) => name);
    },
  };
}
