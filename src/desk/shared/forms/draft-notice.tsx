// Says that a form shows unsaved input from before, and offers to discard it.
import button from '#ui/styles/button.module.css';

export const DraftNotice = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <p role="status">
    Your unsaved changes are restored.{' '}
    <button className={button.link} type="button" onClick={onDiscard}>
      Discard
    </button>
  </p>
);
