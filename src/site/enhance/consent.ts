// The answer to the privacy question: in the banner, and later behind "Privacy choices" in the footer.
import { type ConsentAnswer, getConsentAnswer, giveAnswer } from '#ui/browser/consent.ts';
import { showToast } from '#ui/feedback/messages.ts';
import { findDialog, openDialog } from './dialogs.ts';

export function startConsent(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const { answer } = target.closest<HTMLElement>('[data-answer]')?.dataset ?? {};
    if (isAnswer(answer)) {
      // The button is removed with the banner, so the focus moves to the page.
      document.getElementById('main')?.focus({ preventScroll: true });
      giveAnswer(answer);
    }
    if (target.closest('[data-opens="privacy"]')) void choose();
  });
}

const isAnswer = (value: string | undefined): value is ConsentAnswer => value === 'accepted' || value === 'rejected';

async function choose(): Promise<void> {
  const dialog = findDialog('dialog-privacy');
  if (!dialog) return;
  const stored = getConsentAnswer() ?? 'open';
  for (const text of dialog.querySelectorAll<HTMLElement>('[data-stored]')) text.hidden = text.dataset.stored !== stored;
  for (const button of dialog.querySelectorAll('button')) button.ariaPressed = String(button.value === stored);
  const answer = await openDialog(dialog);
  if (!isAnswer(answer)) return;
  giveAnswer(answer);
  showToast({ text: dialog.dataset.done ?? '' });
}
