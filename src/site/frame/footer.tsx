// Footer: about the shop, links and the seller's details.
import { useLingui } from '@lingui/react/macro';
import { usePage } from '#ui/page/context.ts';
import { href } from '../../pages.ts';
import { PrivacyChoices } from './consent.tsx';
import css from './footer.module.css';
import { Logo } from './logo.tsx';

export const Footer = () => (
  <footer id="footer" className={css.foot}>
    <Columns />
    <div className="page">
      <PrivacyChoices className={css.choices} />
    </div>
  </footer>
);

function Columns() {
  const { t } = useLingui();
  const { shell } = usePage();
  return (
    <div className={`page ${css.columns}`}>
      <div>
        <Logo />
        <p className={css.claim}>{shell.claim}</p>
        {shell.social ? (
          <ul className={css.social}>
            {shell.social.map(({ name, url }) => (
              <li key={url}>
                <a href={url} rel="me">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {shell.menus.columns.map(({ title, links }, index) => (
        <nav key={title} aria-labelledby={`foot-${index}`}>
          <h2 className={css.title} id={`foot-${index}`}>
            {title}
          </h2>
          <ul className={css.list}>
            {links.map(({ to, label }) => (
              <li key={to + label}>
                <a href={to}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
      <LegalLinks />
      <div className={css.legal}>
        <h2 className={css.title}>{t`Seller`}</h2>
        <address className={css.seller}>
          {shell.seller.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        {shell.menus.note ? <p className={css.note}>{shell.menus.note}</p> : null}
      </div>
    </div>
  );
}

/** Not in the owner's menus: the law wants them on every page. */
const LegalLinks = () => {
  const { t } = useLingui();
  return (
    <ul className={css.lawful}>
      <li>
        <a href={href('withdrawal')}>{t`Withdraw from contract here`}</a>
      </li>
      <li>
        <a href={href('cancel')}>{t`Cancel contracts here`}</a>
      </li>
      <li>
        <a href={href('accessibility')}>{t`Accessibility`}</a>
      </li>
    </ul>
  );
};
