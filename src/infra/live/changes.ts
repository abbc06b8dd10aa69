// Where a change says what it has touched. Inside a transaction that is kept until it is committed, and forgotten with it; what no transaction is around is
// done when it says so. The words leave afterwards, on a way of their own (teller.ts): nobody's purchase or payment waits for them.
import type { NewsName } from '../../live-topics.ts';

/** Whom it is about. */
export type Topic = `${'account' | 'desk'}:${string}`;
export const ofAccount = (accountId: string): Topic => `account:${accountId}`;
/** Whoever works at the desk. */
export const ofDesk: Topic = 'desk:all';

export type ChangeListener = (topic: Topic, name: NewsName) => void;

/** By what queries are made with: the database itself, or a transaction of it. */
const ears = new WeakMap<object, ChangeListener>();

/** Said in the SQL that changes it, so that nobody who calls can forget it. */
export const markChanged = (queries: object, topic: Topic, name: NewsName): void => ears.get(queries)?.(topic, name);

export const onChange = (queries: object, hear: ChangeListener): void => void ears.set(queries, hear);

/** What is touched by `queries` from now on; to be told when it has come true. */
export function collectChanges(queries: object): (tell: ChangeListener) => void {
  const kept: Parameters<ChangeListener>[] = [];
  onChange(queries, (...touch) => kept.push(touch));
  return (tell) => {
    for (const touch of kept) tell(...touch);
  };
}
