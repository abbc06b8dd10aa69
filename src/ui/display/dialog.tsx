// The browser's own dialog: it holds the focus, closes with Escape, and gives the focus back to where it was.
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import css from './dialog.module.css';

type Props = {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** With the value of the button that closed it; '' when it was left by Escape. */
  readonly onClose: (value: string) => void;
  /** Nothing is lost when it is left, so that a click beside it leaves it too. */
  readonly harmless?: boolean;
};

/** Is open as long as it is there. Buttons of a `form method="dialog"` inside close it with their value. */
export function Dialog({ title, children, onClose, harmless = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Taken away while it is open, it would take the focus with it.
    return () => shown?.close();
  }, []);
  const leave = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
    // What is beside the dialog belongs to it, as its backdrop; what is in it belongs to its sheet.
    if (harmless && target === currentTarget) currentTarget.close('');
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it, and the browser's own.
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={id}
      onClick={leave}
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected) onClose(currentTarget.returnValue);
      }}
    >
      <div className={css.sheet}>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
