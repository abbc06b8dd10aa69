// About the shop, links and the seller's details.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { href } from '../../pages.ts';
import { usePage } from '../router/page/context.ts';
import { mainPlaces, type Place } from '../shared/nav-links.ts';
import { withCatalog } from '../shared/with-catalog.tsx';
import css from './footer.module.css';
import { Logo } from './logo.tsx';

type Column = { readonly title: MessageDescriptor; readonly places: readonly Place[] };

const account: readonly Place[] = [
  { page: 'orderHistory', label: msg`Order history` },
  { page: 'funds', label: msg`Funds` },
  { page: 'accountDetails', label: msg`Account details` },
];

const policies: readonly Place[] = [
  { page: 'termsAndConditions', label: msg`Terms and conditions` },
  { page: 'privacyPolicy', label: msg`Privacy policy` },
  { page: 'cookiesPolicy', label: msg`Cookies policy` },
  { page: 'refundPolicy', label: msg`Refunds and chargebacks` },
];

const columns: readonly Column[] = [
  { title: msg`Shop`, places: mainPlaces },
  { title: msg`Account`, places: account },
  { title: msg`Policies`, places: policies },
];

export function FooterColumns() {
  const { i18n } = useLingui();
  const { shell } = usePage();
  return (
    <div className={`page ${css.columns}`}>
      <div>
        <Logo />
        <p className={css.claim}>{shell.claim}</p>
      </div>
      {columns.map(({ title, places }, index) => (
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
      <div className={css.legal}>
        <h2 className={css.title}>
          <Trans>Seller</Trans>
        </h2>
        <address className={css.seller}>
          {shell.seller.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      </div>
    </div>
  );
}

export const LateFooterColumns = withCatalog(FooterColumns);
