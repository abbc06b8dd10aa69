// Privacy banner above the header; it covers nothing and blocks nothing. The same question is behind "Privacy
// choices" in the footer. A flag on the root element, set before the first paint, shows it (see
// browser/html-flags.ts).
// Without JavaScript it is hidden, because nothing optional happens then.

import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/display/button.tsx';
import { Space } from '#ui/i18n/space.tsx';
import { findExistingPath } from '#ui/navigation/nav-links.ts';
import css from './consent.module.css';

export function ConsentNotice() {
  const { t } = useLingui();
  return (
    <section className={css.band} aria-label={t`Privacy notice`}>
      <div className={`page ${css.row}`}>
        <p className={css.text}>
          <Question />
        </p>
        <div className={css.acts}>
          <Button text={t`Accept`} data-answer="accepted" />
          <Button text={t`Reject`} data-answer="rejected" />
        </div>
      </div>
    </section>
  );
}

export const PrivacyChoices = ({ className }: { className: string | undefined }) => (
  <Button text={<Trans>Privacy choices</Trans>} look="link" className={`${css.again} ${className}`} data-opens="privacy" />
);

export function Question() {
  const { t } = useLingui();
  const policy = findExistingPath('/cookies-policy');
  return (
    <>
      <Trans>May we count your visits, anonymously and only for ourselves? Everything works either way.</Trans>
      {policy ? (
        <>
          <Space />
          <a href={policy}>{t`What your browser stores`}</a>
        </>
      ) : null}
    </>
  );
}
