// Dialog to change the answer to the privacy question.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type ConsentAnswer, currentAnswer, giveAnswer } from '#ui/browser/consent.ts';
import dialog from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import { toast } from '#ui/feedback/toasts.tsx';
import button from '#ui/styles/button.module.css';
import { withCatalog } from '../../shared/with-catalog.tsx';

export const PrivacyDialog = withCatalog(({ question, close }: { question: ReactNode; close: () => void }) => {
  const { t } = useLingui();
  const storedAnswer = currentAnswer();
  const answered = (value: string) => {
    if (value === 'accepted' || value === 'rejected') {
      giveAnswer(value);
      toast({ text: t`Saved.` });
    }
    close();
  };
  return (
    <Dialog title={<Trans>Privacy choices</Trans>} onClose={answered} harmless>
      <p>{question}</p>
      <p>
        <strong>
          <StoredAnswer storedAnswer={storedAnswer} />
        </strong>
      </p>
      <form method="dialog" className={dialog.acts}>
        <button className={button.quiet} type="submit" value="accepted" aria-pressed={storedAnswer === 'accepted'}>
          <Trans>Accept</Trans>
        </button>
        <button className={button.quiet} type="submit" value="rejected" aria-pressed={storedAnswer === 'rejected'}>
          <Trans>Reject</Trans>
        </button>
      </form>
    </Dialog>
  );
});

function StoredAnswer({ storedAnswer }: { storedAnswer: ConsentAnswer | undefined }) {
  if (storedAnswer === 'accepted') return <Trans>You chose “Accept”.</Trans>;
  return storedAnswer === 'rejected' ? <Trans>You chose “Reject”.</Trans> : <Trans>You haven’t answered yet. Nothing is counted.</Trans>;
}
