// Asks before a page is left with input that is never stored, such as a password, or before a save has ended.

import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '#ui/display/button.tsx';
import { DeskDialog } from '../layout/desk-dialog.tsx';
import styles from './form.module.css';

type Props = { readonly isUnsaved: boolean; readonly warning?: string };

export function LeaveGuard({ isUnsaved, warning = 'Your changes aren’t saved and will be lost.' }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  // A save that ends meanwhile shows its result on this page.
  useEffect(() => {
    if (!isUnsaved) reset?.();
  }, [isUnsaved, reset]);
  if (status !== 'blocked') return null;
  return (
    <DeskDialog title="Leave this page?" onClose={reset}>
      <p>{warning}</p>
      <div className={styles.row}>
        <Button text="Stay" look="main" onClick={reset} />
        <Button text="Leave" look="bad" onClick={proceed} />
      </div>
    </DeskDialog>
  );
}
