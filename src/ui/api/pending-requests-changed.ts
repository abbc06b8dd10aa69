// Storage key and change event of unanswered purchases. A small module, so that pages without any do not load
// the rest.

export const ATTEMPTS = 'attempts';
/** Event in this tab; other tabs get `storage`. */
const CHANGED = 'attempts-changed';

export const notifyAttemptsChange = (): boolean => dispatchEvent(new Event(CHANGED));

export function onAttemptsChange(listen: () => void): () => void {
  addEventListener(CHANGED, listen);
  addEventListener('storage', listen);
  return () => {
    removeEventListener(CHANGED, listen);
    removeEventListener('storage', listen);
  };
}
