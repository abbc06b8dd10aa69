// Opens the dialogs of the frame. The native element traps the focus, closes with Escape and gives the focus
// back.

export const getDialog = (id: string): HTMLDialogElement => document.getElementById(id) as HTMLDialogElement;

/** Resolves to the value of the button that closed it; '' after Escape or a click beside it. */
export function openDialog(dialog: HTMLDialogElement): Promise<string> {
  dialog.returnValue = '';
  dialog.showModal();
  // The title, never a button: Enter pressed twice must not confirm anything.
  dialog.querySelector('h2')?.focus();
  // A click on the dialog element itself is on its backdrop; its content is in the inner element.
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close('');
  };
  return new Promise((resolve) => dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true }));
}
