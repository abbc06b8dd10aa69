// Shows stored cart data that could not be read, until the visitor dismisses it.

import { Trans } from '@lingui/react/macro';
import { dismissUnread } from '#ui/browser/cart-store.ts';
import { Button } from '#ui/display/button.tsx';
import css from './lines/line-item.module.css';

const SHOWN_CHARS = 2_000;

export const UnreadableCart = ({ text }: { text: string }) => (
  <section className={css.unread} role="alert">
    <p>
      <b>
        <Trans>We couldn’t read part of your cart.</Trans>
      </b>{' '}
      <Trans>The rest is below. Add what’s missing again.</Trans>
    </p>
    <details>
      <summary>
        <Trans>Show the unreadable part</Trans>
      </summary>
      <pre>{text.slice(0, SHOWN_CHARS)}</pre>
    </details>
    <Button
      text={<Trans>Dismiss</Trans>}
      small
      onClick={() => {
        dismissUnread();
        document.getElementById('cart-title')?.focus();
      }}
    />
  </section>
);
