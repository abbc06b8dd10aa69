// Copies a text as it will be published.
import { Trans, useLingui } from '@lingui/react/macro';
import { toast } from '#ui/feedback/toasts.tsx';
import button from '#ui/styles/button.module.css';

/** `of`: what is copied, for screen readers. */
export function CopyButton({ text, of }: { readonly text: string; readonly of: string }) {
  const { t } = useLingui();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ text: t`Copied.` });
    } catch {
      // Without the clipboard, the text can be selected.
      toast({ text: t`Your browser didn’t allow copying. Select the text instead.` });
    }
  };
  return (
    <button type="button" className={`${button.quiet} ${button.small}`} onClick={() => void copy()}>
      <Trans context="a text">Copy</Trans> <span className="unseen">{of}</span>
    </button>
  );
}
