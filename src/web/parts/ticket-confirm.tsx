// A message that somebody wrote with the address of an account, without a log-in: its owner, to whom the link was mailed, says whether it is theirs.
import { Trans } from '@lingui/react/macro';
import { href } from '../../pages.ts';
import button from '../ui/button.module.css';
import card from '../ui/card.module.css';

export const TicketConfirm = () => (
  <form className={card.card} method="post" action={href('ticket')}>
    <input type="hidden" name="confirm" value="yes" />
    <h2>
      <Trans>Did you write this?</Trans>
    </h2>
    <p>
      <Trans>
        It was sent without logging in, so it is not in your account yet. If it is yours, confirm it or write an answer. If it is not, you
        need not do anything.
      </Trans>
    </p>
    <p>
      <button className={button.quiet} type="submit">
        <Trans>Yes, add it to my account</Trans>
      </button>
    </p>
  </form>
);
