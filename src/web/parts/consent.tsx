// The privacy notice: a band above the header that hides nothing and waits for nobody, and the same question again behind "Privacy choices" in the
// footer. Both answers are equal. Whether the band shows is a mark on the root element, set before the first paint (see marks.ts): without script
// it is never seen, because without script nothing optional happens.
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type Answer, currentAnswer, giveAnswer } from '../consent.ts';
import button from '../ui/button.module.css';
import dialog from '../ui/dialog.module.css';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toasts.tsx';
import css from './consent.module.css';
import { pathIfThere } from './places.ts';

export function ConsentNotice() {
  const { t } = useLingui();
  const answer = (given: Answer) => {
    // The button goes away with the band; the page itself is the next place.
    document.getElementById('main')?.focus({ preventScroll: true });
    giveAnswer(given);
    toast({ text: t`Kept. You find it again under “Privacy choices” at the foot of the page.` });
  };
  return (
    <section className={css.band} aria-label={t`Privacy notice`}>
      <div className={`page ${css.row}`}>
        <p className={css.text}>
          <Question />
        </p>
        <div className={css.acts}>
          <button type="button" className={button.quiet} onClick={() => answer('accepted')}>
            <Trans>Accept</Trans>
          </button>
          <button type="button" className={button.quiet} onClick={() => answer('rejected')}>
            <Trans>Reject</Trans>
          </button>
        </div>
      </div>
    </section>
  );
}

export function PrivacyChoices({ className }: { className: string | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={`${button.link} ${css.again} ${className}`} onClick={() => setOpen(true)}>
        <Trans>Privacy choices</Trans>
      </button>
      {open ? <Choices close={() => setOpen(false)} /> : null}
    </>
  );
}

function Choices({ close }: { close: () => void }) {
  const { t } = useLingui();
  const given = currentAnswer();
  const answered = (value: string) => {
    if (value === 'accepted' || value === 'rejected') {
      giveAnswer(value);
      toast({ text: t`Kept.` });
    }
    close();
  };
  return (
    <Dialog title={<Trans>Privacy choices</Trans>} onClose={answered} harmless>
      <p>
        <Question />
      </p>
      <p>
        <strong>
          <Given given={given} />
        </strong>
      </p>
      <form method="dialog" className={dialog.acts}>
        <button className={button.quiet} type="submit" value="accepted" aria-pressed={given === 'accepted'}>
          <Trans>Accept</Trans>
        </button>
        <button className={button.quiet} type="submit" value="rejected" aria-pressed={given === 'rejected'}>
          <Trans>Reject</Trans>
        </button>
      </form>
    </Dialog>
  );
}

function Given({ given }: { given: Answer | undefined }) {
  if (given === 'accepted') return <Trans>You have accepted.</Trans>;
  return given === 'rejected' ? <Trans>You have rejected.</Trans> : <Trans>You have not answered yet, so nothing is counted.</Trans>;
}

function Question() {
  const policy = pathIfThere('/cookies-policy');
  return (
    <>
      <Trans>
        May we count visits, anonymously and only for ourselves? Nothing is counted before you agree. Cart, language, currency and log-in
        work either way.
      </Trans>
      {policy ? (
        <>
          {' '}
          <a href={policy}>
            <Trans>What is kept in your browser</Trans>
          </a>
        </>
      ) : null}
    </>
  );
}
