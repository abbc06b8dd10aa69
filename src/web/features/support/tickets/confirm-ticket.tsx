// Asks the owner of an email address whether a message sent with it, without a log-in, is theirs.
import { Trans } from '@lingui/react/macro';
import { href } from '../../../../pages.ts';
import button from '../../../../ui/styles/button.module.css';

export const TicketConfirm = () => (
  <form method="post" action={href('ticket')}>
    <input type="hidden" name="confirm" value="yes" />
    <p>
      <Trans>Sent without logging in. If it is yours, confirm it or answer, and it joins your account.</Trans>
    </p>
    <p>
      <button className={button.quiet} type="submit">
        <Trans>Yes, it is mine</Trans>
      </button>
    </p>
  </form>
);
