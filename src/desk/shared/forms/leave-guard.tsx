// Asks before a page is left with input that is never stored, such as a password.
import { useBlocker } from '@tanstack/react-router';
import button from '../../../ui/styles/button.module.css';
import { DeskDialog } from '../layout/desk-dialog.tsx';
import styles from './form.module.css';

export function LeaveGuard({ isTyped }: { readonly isTyped: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isTyped && current.pathname !== next.pathname,
    enableBeforeUnload: isTyped,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <DeskDialog title="Leave this page?" onClose={reset}>
      <p>Your changes aren’t saved and will be lost.</p>
      <div className={styles.row}>
        <button className={button.main} type="button" onClick={reset}>
          Stay
        </button>
        <button className={button.bad} type="button" onClick={proceed}>
          Leave
        </button>
      </div>
    </DeskDialog>
  );
}
