// Single-letter shortcuts of a page. Ignored while the operator types or a dialog is open.
import { useEffect, useEffectEvent } from 'react';

export type Keys = Readonly<Record<string, () => void>>;

export function useKeys(keys: Keys): void {
  const runShortcut = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.metaKey ||
      event.ctrlKey ||
      event.altKey ||
      event.isComposing ||
      isTyping(event.target) ||
      document.querySelector('dialog[open]')
    )
      return;
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    // The focused element uses this key itself.
    if (!act || (event.key === 'Enter' && isPressed(event.target))) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => runShortcut(event);
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=file]), textarea, select'));

const isPressed = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.matches('a, button, summary, input');
