// Keys of a page: one letter each, while nobody types and no dialog is open.
import { useEffect, useRef } from 'react';

export type Keys = Readonly<Record<string, () => void>>;

export function useKeys(keys: Keys): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (
        event.metaKey ||
        event.ctrlKey ||
        event.altKey ||
        event.isComposing ||
        isTyping(event.target) ||
        document.querySelector('dialog[open]')
      )
        return;
      const act = now.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      // What has the focus has a use of its own for this one.
      if (!act || (event.key === 'Enter' && isPressed(event.target))) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=file]), textarea, select'));

const isPressed = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.matches('a, button, summary, input');
