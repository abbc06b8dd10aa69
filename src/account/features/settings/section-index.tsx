// Index of the account page: links to its sections, beside them on a wide screen and above them elsewhere.
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import css from './section-index.module.css';

/** In the order of the page; an id is that of the section's title. */
const sections = [
  { id: 'details', title: msg`Name and address` },
  { id: 'new-email', title: msg`Change email address` },
  { id: 'two-factor', title: msg`Two-step log-in` },
  { id: 'passkeys', title: msg`Passkeys` },
  { id: 'sessions', title: msg`Where you’re logged in` },
  { id: 'invoice-details', title: msg`Invoice details` },
  { id: 'kits', title: msg`Brand kits` },
  { id: 'withdrawals', title: msg`Withdraw from contract` },
  { id: 'my-data', title: msg`Download my data` },
  { id: 'closing', title: msg`Delete my account` },
] as const;

export function SectionIndex() {
  const { t, i18n } = useLingui();
  return (
    <nav className={css.index} aria-label={t`On this page`}>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{i18n._(title)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
