// Privacy banner above the header; it covers nothing and blocks nothing. The same question is behind "Privacy
// choices" in the footer. A flag on the root element, set before the first paint, shows it (see
// browser/html-flags.ts).
// Without JavaScript it is hidden, because nothing optional happens then.
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type ConsentAnswer, giveAnswer } from '#ui/browser/consent.ts';
import { LazyPart } from '#ui/display/lazy.tsx';
import button from '#ui/styles/button.module.css';
import { Space } from '../../i18n/space.tsx';
import { pathIfThere } from '../../shared/nav-links.ts';
import css from './consent-banner.module.css';

const loadChoices = () => import('./privacy-dialog.tsx').then(({ PrivacyDialog }) => PrivacyDialog);

export function ConsentNotice() {
  const { t } = useLingui();
  const answer = (choice: ConsentAnswer) => {
    // The button is removed with the banner, so the focus moves to the page.
    document.getElementById('main')?.focus({ preventScroll: true });
    giveAnswer(choice);
  };
  return (
    <section className={css.band} aria-label={t`Privacy notice`}>
      <div className={`page ${css.row}`}>
        <p className={css.text}>
          <Question />
        </p>
        <div className={css.acts}>
          <button type="button" className={button.quiet} data-answer="accepted" onClick={() => answer('accepted')}>
            <Trans>Accept</Trans>
          </button>
          <button type="button" className={button.quiet} data-answer="rejected" onClick={() => answer('rejected')}>
            <Trans>Reject</Trans>
          </button>
        </div>
      </div>
    </section>
  );
}

export function PrivacyChoices({ className }: { className: string | undefined }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" className={`${button.link} ${css.again} ${className}`} data-opens="privacy" onClick={() => setOpen(true)}>
        <Trans>Privacy choices</Trans>
      </button>
      {open ? <LazyPart load={loadChoices} props={{ question: <Question />, close }} failed={close} /> : null}
    </>
  );
}

export function Question() {
  const policy = pathIfThere('/cookies-policy');
  return (
    <>
      <Trans>May we count your visits, anonymously and only for ourselves? Everything works either way.</Trans>
      {policy ? (
        <>
          <Space />
          <a href={policy}>
            <Trans>What your browser stores</Trans>
          </a>
        </>
      ) : null}
    </>
  );
}
