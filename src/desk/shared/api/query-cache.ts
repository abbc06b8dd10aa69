// What the desk was told, kept by what was asked, so that whoever comes back to a page sees it at once while it is asked anew. News tell what has grown
// old; the pages that show it ask again by themselves.
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { DeskCall, DeskOutput, DeskSent } from '../../../desk-api.ts';
import { ask, Failed } from './client.ts';

type Entry = { readonly data?: unknown; readonly failure?: Failed; readonly busy: boolean };
const entries = new Map<string, Entry>();
const watchers = new Map<string, Set<() => void>>();
/** Of answers that nobody looks at; the oldest go. */
const MOST_KEPT = 200;
const none: Entry = { busy: true };

export type Asked<T> = {
  readonly data: T | undefined;
  /** What the data is the answer to. */
  readonly key: string;
  readonly failure: Failed | undefined;
  readonly busy: boolean;
  readonly again: () => Promise<void>;
};

const keyOf = (name: DeskCall | undefined, sent: unknown): string => (name === undefined ? '' : `${name} ${JSON.stringify(sent ?? {})}`);

/** A list that is asked for otherwise shows what it has until the other is there. A thing never does: it would stand under another's address. */
export function useAskedList<C extends DeskCall>(name: C | undefined, sent?: DeskSent<C>): Asked<DeskOutput<C>> {
  const asked = useAsked(name, sent);
  const before = useRef(asked);
  if (asked.data !== undefined || name === undefined) before.current = asked;
  const { data, key } = before.current;
  return asked.failure ? asked : { ...asked, data, key };
}

/** `name` undefined: nothing is asked (yet). */
export function useAsked<C extends DeskCall>(name: C | undefined, sent?: DeskSent<C>): Asked<DeskOutput<C>> {
  const key = keyOf(name, sent);
  const wanted = useRef(sent);
  wanted.current = sent;
  const again = useCallback(async () => {
    if (name !== undefined) await load(key, name, wanted.current);
  }, [key, name]);
  const subscribe = useCallback(
    (changed: () => void) => {
      const others = watchers.get(key) ?? new Set();
      watchers.set(key, others.add(changed));
      return () => {
        others.delete(changed);
        if (others.size === 0) watchers.delete(key);
      };
    },
    [key],
  );
  const entry = useSyncExternalStore(subscribe, () => entries.get(key) ?? none);
  useEffect(() => {
    if (!wasAskedAhead(key)) void again();
    return heard(name, again);
  }, [again, key, name]);
  return { data: entry.data as DeskOutput<C> | undefined, key, failure: entry.failure, busy: entry.busy, again };
}

/** When each call was asked ahead that no page has shown yet. */
const askedAhead = new Map<string, number>();
const AHEAD_MS = 10_000;

/** Asked before a page wants it. The first page that shows it soon afterwards does not ask again, whichever of the two was faster. */
export function askSoon<C extends DeskCall>(name: C, sent?: DeskSent<C>): void {
  const key = keyOf(name, sent);
  if (entries.has(key)) return;
  askedAhead.set(key, performance.now());
  void load(key, name, sent);
}

function wasAskedAhead(key: string): boolean {
  const at = askedAhead.get(key);
  askedAhead.delete(key);
  return at !== undefined && performance.now() - at < AHEAD_MS && entries.get(key)?.failure === undefined;
}

const going = new Map<string, Promise<void>>();

/** Two that ask the same at once ask it once. */
function load<C extends DeskCall>(key: string, name: C, sent: DeskSent<C> | undefined): Promise<void> {
  const already = going.get(key);
  if (already) return already;
  put(key, { ...(entries.get(key) ?? none), busy: true });
  const work = ask(name, sent)
    .then(
      (data) => put(key, { data, busy: false }),
      (cause: unknown) => {
        if (!(cause instanceof Failed)) throw cause;
        put(key, { data: entries.get(key)?.data, failure: cause, busy: false });
      },
    )
    .finally(() => going.delete(key));
  going.set(key, work);
  return work;
}

function put(key: string, entry: Entry): void {
  entries.delete(key);
  entries.set(key, entry);
  const spare = [...entries.keys()].filter((each) => !watchers.has(each));
  for (const old of spare.slice(0, Math.max(0, entries.size - MOST_KEPT))) entries.delete(old);
  for (const changed of watchers.get(key) ?? []) changed();
}

/** Whoever logs out leaves nothing behind. */
export function forgetAll(): void {
  entries.clear();
  askedAhead.clear();
  for (const all of watchers.values()) for (const changed of all) changed();
}

const listeners = new Map<() => Promise<void>, DeskCall | undefined>();
function heard(name: DeskCall | undefined, again: () => Promise<void>): () => void {
  listeners.set(again, name);
  return () => listeners.delete(again);
}

/** An act changed what this call answers: whoever shows it now asks again, and has the answer before the act is over. */
export async function askShown(name: DeskCall): Promise<void> {
  await Promise.all([...listeners].flatMap(([again, each]) => (each === name ? [again()] : [])));
}

/** What is typed somewhere is news for whoever has that piece open, and for nobody else. */
const caresForDrafts: readonly (DeskCall | undefined)[] = ['GET /api/piece'];

/** Something has changed: what is looked at is asked anew. */
export function askAgain(news: ReadonlySet<string>): void {
  askedAhead.clear();
  const isDraftsAlone = [...news].every((name) => name === 'drafts');
  for (const [again, name] of listeners) if (!isDraftsAlone || caresForDrafts.includes(name)) void again();
}
