// Messages at the bottom of the window: toasts, offline and a link that could not be followed. The live
// regions are there before their text, or screen readers do not announce it; the texts wait in templates.

import { Trans, useLingui } from '@lingui/react/macro';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import toasts from '#ui/feedback/toast-list.module.css';
import loadError from './load-error.module.css';
import css from './messages.module.css';

export function Messages() {
  const { t } = useLingui();
  return (
    <div className={css.messages}>
      <div role="status" id="toasts" className={toasts.toasts} />
      <div role="alert" id="failure" />
      <div role="status" id="connection" />
      <Stalled />
      <template id="toast">
        <div className={toasts.toast}>
          <p />
          <Button text={t`Undo`} look="link" />
          <button type="button" className={toasts.close} aria-label={t`Dismiss`}>
            <svg viewBox="0 0 12 12" aria-hidden="true">
              <path d="m2 2 8 8M10 2l-8 8" />
            </svg>
          </button>
        </div>
      </template>
      <template id="not-loaded">
        <div className={loadError.notice}>
          <p>{t`This couldn’t be loaded. Check your connection.`}</p>
          <Button text={t`Try again`} />
        </div>
      </template>
      <template id="offline">
        <p className={css.offline}>{t`You’re offline. This page stays; anything else will load when you’re back online.`}</p>
      </template>
    </div>
  );
}

/** Shown by CSS if the app cannot be loaded. */
const Stalled = () => (
  <div role="alert" className={loadError.stalled}>
    <p>
      <Trans>Parts of this page couldn’t be loaded.</Trans>
    </p>
    {/* The empty href is the page's own address with its query. */}
    <ButtonLink text={<Trans>Reload</Trans>} href="" />
  </div>
);
