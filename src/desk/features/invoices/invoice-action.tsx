// A button that opens the dialog of an action on an invoice, for people who may move money.
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/display/button.tsx';
import { useMay } from '../../shared/api/me.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';

export type InvoiceProps = { readonly id: string; readonly number: string; readonly onDone: () => Promise<unknown> };

type Props = Pick<InvoiceProps, 'number' | 'onDone'> & {
  readonly text: string;
  readonly title: string;
  /** The content of the dialog; it closes when the action is done. */
  readonly children: (done: () => Promise<void>) => ReactNode;
};

export function InvoiceAction({ number, text, title, onDone, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay('money.move')) return null;
  const done = async () => {
    setOpen(false);
    await onDone();
  };
  return (
    <>
      <Button text={text} about={number} look="link" onClick={() => setOpen(true)} />
      {isOpen ? (
        <DeskDialog title={title} onClose={() => setOpen(false)}>
          {children(done)}
        </DeskDialog>
      ) : null}
    </>
  );
}
