// The frame of the pages that lead to an account: what the page is for, its form, and what an account gives beside it.
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import card from '../ui/card.module.css';
import eyebrow from '../ui/eyebrow.module.css';
import css from './account-page.module.css';

type Props = {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** The page answers a form now, and its title takes the focus. */
  readonly answers?: boolean;
  readonly children: ReactNode;
};

export const AccountPage = ({ title, lead, answers = false, children }: Props) => (
  <div className={`page ${css.split}`}>
    <div>
      <p className={eyebrow.eyebrow}>
        <Trans>Account</Trans>
      </p>
      {answers ? <Answer>{title}</Answer> : <h1>{title}</h1>}
      {lead ? <p className={css.lead}>{lead}</p> : null}
      <p className={css.script}>
        <Trans>This form needs JavaScript, because a log-in is kept in your browser alone.</Trans>
      </p>
      {children}
    </div>
    <Gives />
  </div>
);

function Answer({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h1 ref={title} tabIndex={-1}>
      {children}
    </h1>
  );
}

const Gives = () => (
  <aside className={`${card.card} ${css.gives}`}>
    <h2>
      <Trans>What an account is for</Trans>
    </h2>
    <ul className={css.list}>
      <li>
        <Trans>Your orders, from the brief to the delivery</Trans>
      </li>
      <li>
        <Trans>A balance in each currency, to pay from</Trans>
      </li>
    </ul>
  </aside>
);
