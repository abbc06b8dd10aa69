// How it works, on the home page.
import { Trans } from '@lingui/react/macro';
import css from './home-page.module.css';

export const How = () => (
  <>
    <h2>
      <Trans>Brief, pay, done.</Trans>
    </h2>
    <ol className={css.how}>
      <li>
        <h3>
          <Trans>Write a short brief</Trans>
        </h3>
        <p>
          <Trans>Each service asks only what it needs. Save your brand details for the next time.</Trans>
        </p>
      </li>
      <li>
        <h3>
          <Trans>Pay by link or balance</Trans>
        </h3>
        <p>
          <Trans>Pay by card or bank, or add funds once and pay from your balance.</Trans>
        </p>
      </li>
      <li>
        <h3>
          <Trans>Get it in about 48 hours</Trans>
        </h3>
        <p>
          <Trans>Follow each step, ask for changes, download the work and the receipt.</Trans>
        </p>
      </li>
    </ol>
    <p className={css.footnote}>
      <Trans>
        The 48 hours are an estimate and count from payment. If you have 14 days to withdraw, you choose in the cart when work starts.
      </Trans>
    </p>
  </>
);
