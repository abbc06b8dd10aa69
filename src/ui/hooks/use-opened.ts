// State of a form that replaces the button that opens it. Closing it returns the focus to the button.
import { useRef, useState } from 'react';
import { useFocusAfter } from './use-focus.ts';

export function useOpened() {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const focusAfter = useFocusAfter();
  const leave = () => {
    focusAfter(() => opener.current);
    setOpen(false);
  };
  return { isOpen, opener, open: () => setOpen(true), leave };
}
