// Dialog of the frame, opened by src/site/enhance/dialogs.ts. It looks like those of the apps.
import type { ReactNode } from 'react';
import css from '#ui/display/dialog.module.css';
import '#ui/display/tokens.css';

/** `text`: a title with placeholders, which the script fills in. */
export const FrameDialog = ({ id, title, text, children }: { id: string; title?: string; text?: string; children: ReactNode }) => (
  <dialog id={id} className={css.dialog} aria-labelledby={`${id}-title`}>
    <div className={css.sheet}>
      <h2 id={`${id}-title`} tabIndex={-1} data-text={text}>
        {title}
      </h2>
      {children}
    </div>
  </dialog>
);
