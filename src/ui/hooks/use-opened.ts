// State of a form that replaces the button that opens it. Closing it returns the focus to the button.
import { useEffect, useRef, useState } from 'react';

export function useOpened() {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasLeft = useRef(false);
  useEffect(() => {
    if (!isOpen && wasLeft.current) opener.current?.focus();
  }, [isOpen]);
  const leave = () => {
    wasLeft.current = true;
    setOpen(false);
  };
  return { isOpen, opener, open: () => setOpen(true), leave };
}
