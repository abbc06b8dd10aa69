// Footer: about the shop, links and the seller's details.
import { Trans, useLingui } from '@lingui/react/macro';
import { href } from '../../pages.ts';
import { usePage } from '../router/page/context.ts';
import { footColumns } from '../shared/nav-links.ts';
import { PrivacyChoices } from './consent/consent-banner.tsx';
import css from './footer.module.css';
import { Logo } from './logo.tsx';

export function Footer() {
  const { i18n } = useLingui();
  const { shell } = usePage();
  return (
    <footer className={css.foot}>
      <div className={`page ${css.columns}`}>
        <div>
          <Logo brand={shell.brand} />
          <p className={css.claim}>{shell.claim}</p>
          <h2 className={css.title}>
            <Trans>Seller</Trans>
          </h2>
          <address className={css.seller}>
            {shell.seller.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </div>
        {footColumns.map(({ title, places }, index) => (
          <nav key={title.id} aria-labelledby={`foot-${index}`}>
            <h2 className={css.title} id={`foot-${index}`}>
              {i18n._(title)}
            </h2>
            <ul className={css.list}>
              {places.map(({ page, hash, label }) => (
                <li key={page + (hash ?? '')}>
                  <a href={href(page, hash)}>{i18n._(label)}</a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="page">
        <PrivacyChoices className={css.choices} />
      </div>
    </footer>
  );
}
