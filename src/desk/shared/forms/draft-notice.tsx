// Says that a form shows changes from before that are not saved yet, and discards them.
import button from '../../../ui/styles/button.module.css';

export const DraftNotice = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <p role="status">
    Your unsaved changes are still here.{' '}
    <button className={button.link} type="button" onClick={onDiscard}>
      Discard them
    </button>
  </p>
);
