// Shows stored cart data that could not be read, until the visitor dismisses it.
import { Trans } from '@lingui/react/macro';
import button from '../../../ui/styles/button.module.css';
import { dismissUnread } from '../../browser/cart-store.ts';
import css from './lines/line-item.module.css';

const SHOWN_CHARS = 2_000;

export const UnreadableCart = ({ text }: { text: string }) => (
  <section className={css.unread} role="alert">
    <p>
      <b>
        <Trans>A part of your cart could not be read.</Trans>
      </b>{' '}
      <Trans>What could be read is here. The rest is put aside in this browser until you dismiss it.</Trans>
    </p>
    <details>
      <summary>
        <Trans>What stood there</Trans>
      </summary>
      <pre>{text.slice(0, SHOWN_CHARS)}</pre>
    </details>
    <button
      type="button"
      className={`${button.quiet} ${button.small}`}
      onClick={() => {
        dismissUnread();
        document.getElementById('cart-title')?.focus();
      }}
    >
      <Trans>Dismiss</Trans>
    </button>
  </section>
);
