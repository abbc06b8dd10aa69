// Modal dialog with the native element: it traps the focus, closes with Escape and returns the focus.
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import css from './dialog.module.css';
import './tokens.css';

type Props = {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Called with the value of the button that closed it; '' after Escape. */
  readonly onClose: (value: string) => void;
  /** Nothing is lost on closing, so a click on the backdrop closes it too. */
  readonly harmless?: boolean;
  /** Label of a button in the corner that closes it. */
  readonly closeLabel?: string;
};

/** Open as long as it is mounted. Buttons of a `form method="dialog"` inside close it with their value. */
export function Dialog({ title, children, onClose, harmless = false, closeLabel }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A field or the title, never a button: Enter pressed twice must not confirm anything.
    (element?.querySelector<HTMLElement>('input, select, textarea') ?? element?.querySelector('h2'))?.focus();
    // Closed before it is removed, or the focus would be lost.
    return () => element?.close();
  }, []);
  const leave = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
    // A click on the dialog element itself is on its backdrop; its content is in the inner element.
    if (harmless && target === currentTarget) currentTarget.close('');
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is its key, and the browser handles it.
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
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {children}
        {closeLabel ? (
          <button className={css.close} type="button" aria-label={closeLabel} onClick={() => dialog.current?.close('')}>
            <span aria-hidden="true">×</span>
          </button>
        ) : null}
      </div>
    </dialog>
  );
}
