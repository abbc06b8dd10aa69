// Dialogs that the server rendered. The native element traps the focus, closes with Escape and returns the
// focus.

/** Resolves with the value of the button that closed it; '' after Escape or a press on the backdrop. */
export function openDialog(dialog: HTMLDialogElement): Promise<string> {
  dialog.returnValue = '';
  dialog.showModal();
  // A field or the title, never a button: Enter pressed twice must not confirm anything.
  (dialog.querySelector<HTMLElement>('input') ?? dialog.querySelector('h2'))?.focus();
  const { promise, resolve } = Promise.withResolvers<string>();
  // A press on the dialog element itself is on its backdrop; its content is in the inner element.
  const leave = ({ target }: Event) => {
    if (target === dialog) dialog.close('');
  };
  dialog.addEventListener('click', leave);
  dialog.addEventListener(
    'close',
    () => {
      dialog.removeEventListener('click', leave);
      resolve(dialog.returnValue);
    },
    { once: true },
  );
  return promise;
}

export const findDialog = (id: string): HTMLDialogElement | null => document.querySelector(`dialog#${id}`);
