// Where attempts to buy are stored, and how open pages learn that they changed. Apart from the rest, so that a page that has none does not load it.

export const ATTEMPTS = 'attempts';
/** In this tab; other tabs hear `storage`. */
const CHANGED = 'attempts-changed';

export const tellAttemptsChanged = (): boolean => dispatchEvent(new Event(CHANGED));

export function onAttemptsChange(listen: () => void): () => void {
  addEventListener(CHANGED, listen);
  addEventListener('storage', listen);
  return () => {
    removeEventListener(CHANGED, listen);
    removeEventListener('storage', listen);
  };
}
