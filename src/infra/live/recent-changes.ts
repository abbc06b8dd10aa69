// What was touched lately, by topic. A page that was drawn a moment ago is told what has changed since, and need not ask for everything again.
import type { NewsName } from '../../live-topics.ts';
import type { Topic } from './changes.ts';

export type Recent = {
  note(topic: Topic, names: readonly NewsName[]): void;
  /** Something may have been missed: nothing from before now is known. */
  forget(): void;
  /** What was touched at this moment or later; undefined where that is not known. */
  since(topic: Topic, at: number): readonly NewsName[] | undefined;
};

/** `now`: milliseconds that only grow. `most`: the topics that are kept. */
export function openRecent(now: () => number, most = 10_000): Recent {
  /** The longest untouched first. */
  const byTopic = new Map<Topic, Map<NewsName, number>>();
  let knownFrom = now();

  function dropOldest(): void {
    const [[topic, names] = []] = byTopic;
    if (topic === undefined || names === undefined) return;
    byTopic.delete(topic);
    // Nobody is told any more that it was touched then.
    knownFrom = Math.max(knownFrom, ...names.values());
  }

  return {
    note(topic, names) {
      const known = byTopic.get(topic) ?? new Map<NewsName, number>();
      for (const name of names) known.set(name, now());
      byTopic.delete(topic);
      byTopic.set(topic, known);
      if (byTopic.size > most) dropOldest();
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
