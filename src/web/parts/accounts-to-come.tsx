// The account's pages as long as there are no accounts: what an account will be for, that it comes, and where to go until then.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { href } from '../../pages.ts';
import button from '../ui/button.module.css';
import card from '../ui/card.module.css';
import eyebrow from '../ui/eyebrow.module.css';
import css from './accounts-to-come.module.css';

type Props = { readonly title: ReactNode; readonly lead: ReactNode; readonly children?: ReactNode };

export const AccountsToCome = ({ title, lead, children }: Props) => (
  <div className={`page ${css.split}`}>
    <div>
      <p className={eyebrow.eyebrow}>
        <Trans>Account</Trans>
      </p>
      <h1>{title}</h1>
      <p className={css.lead}>{lead}</p>
      <p className={css.text}>{children}</p>
      <p className={css.acts}>
        <a className={button.main} href={href('services')}>
          <Trans>Browse services</Trans>
        </a>
        <a className={button.quiet} href={href('contact')}>
          <Trans>Write to us</Trans>
        </a>
      </p>
    </div>
    <aside className={`${card.card} ${css.gives}`}>
      <h2>
        <Trans>What an account will be for</Trans>
      </h2>
      <ul className={css.list}>
        <li>
          <Trans>Your orders, from the brief to the delivery</Trans>
        </li>
        <li>
          <Trans>A balance in each currency, to pay from</Trans>
        </li>
        <li>
          <Trans>What your brand always needs, kept for the next brief</Trans>
        </li>
        <li>
          <Trans>Receipts in one place</Trans>
        </li>
      </ul>
    </aside>
  </div>
);
