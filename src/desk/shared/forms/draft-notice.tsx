// Says that a form shows unsaved input from before, and offers to discard it.

import { Button } from '#ui/display/button.tsx';

export const DraftNotice = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <p role="status">
    Your unsaved changes are restored. <Button text="Discard" look="link" onClick={onDiscard} />
  </p>
);
