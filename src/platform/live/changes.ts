// Records which topics a change touches. Inside a transaction they are published after commit and dropped on
// rollback; outside, immediately. Publishing runs off the request path (change-publisher.ts).
import type { NewsName } from '../../live-topics.ts';

/** The account or other subject of a topic. */
export type Topic = `${'account' | 'desk'}:${string}`;
export const ofAccount = (accountId: string): Topic => `account:${accountId}`;
/** All operators of the desk. */
export const ofDesk: Topic = 'desk:all';

export type ChangeListener = (topic: Topic, name: NewsName) => void;

/** Keyed by query object: the database or a transaction. */
const listeners = new WeakMap<object, ChangeListener>();

/** Called in the functions that run the SQL, so that no caller can forget it. */
export const markChanged = (queries: object, topic: Topic, name: NewsName): void => listeners.get(queries)?.(topic, name);

export const onChange = (queries: object, listener: ChangeListener): void => void listeners.set(queries, listener);

/** Collects the touched topics of `queries`, to publish them after commit. */
export function collectChanges(queries: object): (publish: ChangeListener) => void {
  const changes: Parameters<ChangeListener>[] = [];
  onChange(queries, (...touch) => changes.push(touch));
  return (publish) => {
    for (const touch of changes) publish(...touch);
  };
}
