// The density of the desk, stored in this browser.
import { useSyncExternalStore } from 'react';

export type Density = 'comfortable' | 'compact';
const KEY = 'desk.density';
const listeners = new Set<() => void>();

const getDensity = (): Density => (document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable');

/** Before the first render, so that nothing moves. */
export function restoreDensity(): void {
  try {
    if (localStorage.getItem(KEY) === 'compact') document.documentElement.dataset.density = 'compact';
  } catch {
    // Without storage the desk starts comfortable.
  }
}

export function setDensity(density: Density): void {
  document.documentElement.dataset.density = density;
  try {
    localStorage.setItem(KEY, density);
  } catch {
    // Without storage it lasts until the window closes.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useDensity = (): Density => useSyncExternalStore(subscribe, getDensity);
