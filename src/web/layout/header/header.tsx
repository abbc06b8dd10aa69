// Header. On narrow screens everything is in one menu, which is a details element and needs no JavaScript.
import { Trans, useLingui } from '@lingui/react/macro';
import { languageOf, localeNames } from '#lib/locale.ts';
import { currencyCode } from '#lib/money/money.ts';
import { pathOf } from '#lib/url-path.ts';
import { endLocalSession } from '#ui/api/session.ts';
import button from '#ui/styles/button.module.css';
import { usePage } from '../../router/page/context.ts';
import { accountPlacesThere, pathIfThere } from '../../shared/nav-links.ts';
import { Logo } from '../logo.tsx';
import { CartLink } from './cart-link.tsx';
import css from './header.module.css';
import { CurrencyChoice, LanguageChoice } from './locale-currency-menu.tsx';
import menu from './menu.module.css';
import { Chevron, Menu } from './menu.tsx';
import { SearchOpener } from './search-opener.tsx';

export function Header({ search }: { search: () => void }) {
  const { t } = useLingui();
  const { locale, currency, shell } = usePage();
  const login = pathIfThere('/account/login');
  return (
    <header className={css.top}>
      <div className={`page ${css.row}`}>
        <Logo />
        <nav className={css.wide} aria-label={t`Main`}>
          <Places className={css.places} />
        </nav>
        <div className={css.end}>
          <SearchOpener search={search} />
          {localeNames[1] ? (
            <Menu className={css.wide} label={t`Language:`} shown={<MenuLabel text={languageOf(locale).shown} />}>
              <LanguageChoice />
            </Menu>
          ) : null}
          {shell.currencies.length > 1 ? (
            <Menu className={css.wide} label={t`Currency:`} shown={<MenuLabel text={currencyCode(currency)} />}>
              <CurrencyChoice />
            </Menu>
          ) : null}
          <CartLink />
          {login ? (
            <a className={`${button.quiet} ${css.wide} ${css.guest}`} href={login}>
              <Trans>Log in</Trans>
            </a>
          ) : null}
          <Menu className={`${css.wide} ${css.member}`} label={t`Account`} shown={<Member />}>
            <Account />
          </Menu>
          <Menu className={css.all} label={t`Menu`} shown={<Burger />}>
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
  const here = pathOf(address);
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
            <Trans>Log in</Trans>
          </a>
        ) : null}
      </nav>
      <div className={css.member}>
        <p>
          <Trans>Account</Trans>
        </p>
        <Account />
      </div>
      {localeNames[1] ? (
        <>
          <p>
            <Trans>Language</Trans>
          </p>
          <LanguageChoice />
        </>
      ) : null}
      {shell.currencies.length > 1 ? (
        <>
          <p>
            <Trans>Currency</Trans>
          </p>
          <CurrencyChoice />
        </>
      ) : null}
    </>
  );
}

/** For logged-in users; a flag set before the first paint chooses between this and "Log in". */
function Account() {
  const { i18n } = useLingui();
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
        <button type="button" className={menu.item} data-log-out onClick={logOut}>
          <Trans>Log out</Trans>
        </button>
      </li>
    </ul>
  );
}

/** Logs out locally even if the server cannot be reached. */
function logOut(): void {
  const endedSession = endLocalSession();
  import('#ui/api/log-out.ts').then(({ endServerSession }) => endServerSession(endedSession)).catch(() => undefined);
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
