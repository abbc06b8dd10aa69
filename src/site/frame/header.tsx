// Header. On narrow screens everything is in one menu, which is a details element and needs no JavaScript.
// What a press does is in src/site/enhance.

import { Trans, useLingui } from '@lingui/react/macro';
import { getLanguage, localeNames } from '#lib/locale.ts';
import { getCurrencyCode } from '#lib/money/money.ts';
import { getPath } from '#lib/url-path.ts';
import { ButtonLink } from '#ui/display/button.tsx';
import menu from '#ui/display/menu.module.css';
import { Chevron, Menu } from '#ui/display/menu.tsx';
import { accountPlacesThere, findExistingPath } from '#ui/navigation/nav-links.ts';
import { usePage } from '#ui/page/context.ts';
import { href } from '../../pages.ts';
import css from './header.module.css';
import { CurrencyChoice, LanguageChoice } from './locale-currency-menu.tsx';
import { Logo } from './logo.tsx';

export function Header() {
  const { t } = useLingui();
  const { locale, currency, shell } = usePage();
  const login = findExistingPath('/account/login');
  return (
    <header className={css.top}>
      <div className={`page ${css.row}`}>
        <Logo />
        <nav className={css.wide} aria-label={t`Main`}>
          <Places className={css.places} />
        </nav>
        <div className={css.end}>
          <SearchLink />
          {localeNames[1] ? (
            <Menu className={css.wide} label={t`Language:`} content={<MenuLabel text={getLanguage(locale).shown} />}>
              <LanguageChoice />
            </Menu>
          ) : null}
          {shell.currencies.length > 1 ? (
            <Menu className={css.wide} label={t`Currency:`} content={<MenuLabel text={getCurrencyCode(currency)} />}>
              <CurrencyChoice />
            </Menu>
          ) : null}
          <CartLink />
          {login ? <ButtonLink text={t`Log in`} className={`${css.wide} ${css.guest}`} href={login} /> : null}
          <Menu className={`${css.wide} ${css.member}`} label={t`Account`} content={<Member />}>
            <Account />
          </Menu>
          <Menu className={css.all} label={t`Menu`} content={<Burger />}>
            <Everything login={login} />
          </Menu>
        </div>
      </div>
    </header>
  );
}

const MenuLabel = ({ text }: { text: string }) => (
  <>
    {text}
    <Chevron />
  </>
);

function Places({ className, item }: { className: string | undefined; item?: string | undefined }) {
  const { address, shell } = usePage();
  const here = getPath(address);
  return (
    <ul className={className}>
      {shell.menus.header.map(({ to, label }) => (
        <li key={to + label}>
          <a className={item} href={to} aria-current={to === here ? 'page' : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Everything({ login }: { login: string | undefined }) {
  const { t } = useLingui();
  const { shell } = usePage();
  return (
    <>
      <nav aria-label={t`Menu`}>
        <Places className={menu.list} item={menu.item} />
        {login ? (
          <a className={`${menu.item} ${css.guest}`} href={login}>
            {t`Log in`}
          </a>
        ) : null}
      </nav>
      <div className={css.member}>
        <p>{t`Account`}</p>
        <Account />
      </div>
      {localeNames[1] ? (
        <>
          <p>{t`Language`}</p>
          <LanguageChoice />
        </>
      ) : null}
      {shell.currencies.length > 1 ? (
        <>
          <p>{t`Currency`}</p>
          <CurrencyChoice />
        </>
      ) : null}
    </>
  );
}

/** For logged-in users; a flag set before the first paint chooses between this and "Log in". */
function Account() {
  const { t, i18n } = useLingui();
  return (
    <ul className={menu.list}>
      {accountPlacesThere.map(({ path, label }) => (
        <li key={path}>
          <a className={menu.item} href={path}>
            {i18n._(label)}
          </a>
        </li>
      ))}
      <li>
        <button type="button" className={menu.item} data-log-out="">
          {t`Log out`}
        </button>
      </li>
    </ul>
  );
}

/** Without a script it leads to the questions, which can be searched. */
const SearchLink = () => (
  <a className={css.search} data-search="" href={href('faq')} aria-keyshortcuts="Control+K Meta+K">
    <span className="unseen">
      <Trans>Search</Trans>
    </span>
    <svg className={css.burger} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="9" cy="9" r="5.5" />
      <path d="m13 13 4 4" />
    </svg>
  </a>
);

/** The script adds the number of lines. */
function CartLink() {
  const { t } = useLingui();
  const path = findExistingPath('/cart');
  const [empty, count] = [t`Cart, empty`, '#'];
  return path ? (
    <a className={css.cart} href={path} data-cart="" data-empty={empty} data-items={t`Cart, items: ${count}`}>
      <span className="unseen">{empty}</span>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M3 4h2.4l2.2 10.2a1 1 0 0 0 1 .8h8.6a1 1 0 0 0 1-.75L20 7.5H6.2" />
        <circle cx="9.5" cy="19" r="1.2" />
        <circle cx="16.5" cy="19" r="1.2" />
      </svg>
    </a>
  ) : null;
}

/** An icon until this browser knows the name. */
const Member = () => (
  <>
    <svg className={`${css.burger} ${css.person}`} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="6.5" r="3.5" />
      <path d="M3 17.5a7 7 0 0 1 14 0" />
    </svg>
    <span className={css.name} />
    <Chevron />
  </>
);

const Burger = () => (
  <svg className={css.burger} viewBox="0 0 20 20" aria-hidden="true">
    <path d="M3 5.5h14M3 10h14M3 14.5h14" />
  </svg>
);
