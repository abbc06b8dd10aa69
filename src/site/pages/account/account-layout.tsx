// Layout of the log-in and account forms: title, form, and the benefits of an account beside it.

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ButtonLink } from '#ui/display/button.tsx';
import card from '#ui/styles/card.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
import split from '#ui/styles/split.module.css';
import css from './account-layout.module.css';

type Props = {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** It answers a form, and its title takes the focus. */
  readonly answers?: boolean;
  /**
   * No sidebar: the page is reached from an email only. Fills the window, so that nothing below moves when
   * its content changes.
   */
  readonly alone?: boolean;
  /** The form works without JavaScript. */
  readonly scriptless?: boolean;
  /** Beside the form, instead of what an account is for; on narrow screens between the title and the form. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
};

export const AccountPage = ({ title, lead, answers = false, alone = false, scriptless = false, beside, children }: Props) => (
  <div className={`page ${alone ? css.alone : split.split} ${beside ? css.three : ''}`}>
    <div>
      <p className={eyebrow.eyebrow}>
        <Trans>Account</Trans>
      </p>
      {answers ? <Answer>{title}</Answer> : <h1>{title}</h1>}
      {lead ? <Lead>{lead}</Lead> : null}
      {scriptless ? null : (
        <p className={css.script}>
          <Trans>Turn on JavaScript to log in.</Trans>
        </p>
      )}
      {beside ? null : children}
    </div>
    {beside}
    {beside ? <div>{children}</div> : alone ? null : <AccountBenefits />}
  </div>
);

export const Lead = ({ children }: { children: ReactNode }) => <p className={split.lead}>{children}</p>;

/** The next step, if the page itself has none left. */
export const Onward = ({ to, children }: { to: string; children: ReactNode }) => (
  <p className={css.acts}>
    <ButtonLink text={children} look="main" href={to} />
  </p>
);

const Answer = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noAutofocus: on a page that answers a form, the reader waits for this; it works without JavaScript.
  <h1 tabIndex={-1} className={css.answer} autoFocus>
    {children}
  </h1>
);

const AccountBenefits = () => {
  const { t } = useLingui();
  return (
    <aside className={`${card.card} ${css.gives}`}>
      <h2>{t`With an account you can`}</h2>
      <ul className={css.list}>
        <li>{t`Follow every order, from brief to delivery`}</li>
        <li>{t`Save your brand details for the next brief`}</li>
        <li>{t`Pay from a prepaid balance, if you like`}</li>
      </ul>
    </aside>
  );
};
