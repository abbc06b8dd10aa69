// Toasts for success messages. Errors are never shown as toasts: they stay beside what failed.
import { useSyncExternalStore } from 'react';
import { LazyPart } from '../display/lazy.tsx';
import type { News, Toast } from './toast.ts';

const MOST = 3;

const none: readonly Toast[] = [];
let toasts = none;
let last = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const notify of listeners) notify();
}

export function toast(news: News): void {
  last += 1;
  change([...toasts, { ...news, id: last }].slice(-MOST));
}

const dismiss = (id: number): void => change(toasts.filter((each) => each.id !== id));

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

const loadView = () => import('./toast-list.tsx').then(({ ToastList }) => ToastList);
const nothing = () => undefined;

/** The live region must exist before its text changes, or screen readers do not announce it. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  return <div role="status">{shown.length > 0 ? <LazyPart load={loadView} props={{ shown, dismiss }} failed={nothing} /> : null}</div>;
}
