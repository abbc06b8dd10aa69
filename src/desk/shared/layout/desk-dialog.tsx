// A dialog of the desk: closes by ×, Escape and, in its form, Cancel.
import { type ComponentProps, createContext, useContext } from 'react';
import { Dialog } from '#ui/display/dialog.tsx';

const CloseContext = createContext<(() => void) | undefined>(undefined);

/** Closes the dialog around; undefined outside of a dialog. */
export const useCloseDialog = (): (() => void) | undefined => useContext(CloseContext);

type Props = Omit<ComponentProps<typeof Dialog>, 'closeLabel'>;

export const DeskDialog = ({ children, onClose, ...rest }: Props) => (
  <Dialog {...rest} closeLabel="Close" onClose={onClose}>
    <CloseContext value={() => onClose('')}>{children}</CloseContext>
  </Dialog>
);
