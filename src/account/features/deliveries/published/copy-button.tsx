// Copies a text as it will be published.

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#ui/display/button.tsx';
import { showToast } from '#ui/feedback/messages.ts';

type Props = {
  readonly text: string;
  /** What is copied, for screen readers; or the whole words of the button. */
  readonly label?: string;
  readonly children?: ReactNode;
};

export function CopyButton({ text, label, children }: Props) {
  const { t } = useLingui();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ text: t`Copied.` });
    } catch {
      // Without the clipboard, the text can be selected.
      showToast({ text: t`Your browser didn’t allow copying. Select the text instead.` });
    }
  };
  return (
    <Button
      text={
        children ?? (
          <>
            <Trans context="a text">Copy</Trans> <span className="unseen">{label}</span>
          </>
        )
      }
      small
      onClick={() => void copy()}
    />
  );
}
