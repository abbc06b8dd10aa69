// Layout of the pages behind the log-in. The server renders the same page for everyone; CSS flags on the root
// element choose between the content and the log-in link, so that neither flickers.

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import { getPath } from '#lib/url-path.ts';
import { type ApiError, NETWORK_ERROR } from '#ui/api/api-error.ts';
import { isUnstored } from '#ui/api/session.ts';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import type { FormField } from '#ui/forms/field.tsx';
import { useFocusAfter } from '#ui/hooks/use-focus.ts';
import { logInTo } from '#ui/navigation/access.ts';
import { accountPlacesThere } from '#ui/navigation/nav-links.ts';
import { usePage } from '#ui/page/context.ts';
import { matchPage } from '../../../pages.ts';
import type { ApiQueryResult } from '../../api/queries.ts';
import css from './client-area.module.css';
import { DeletionNotice } from './deletion-state.tsx';

/** Not in the chunk of this file, which pages without the card load too. */
const AccountCard = createLazyPart(() => import('./account-card.tsx').then(({ AccountCard }) => AccountCard));

const ActingFor = createLazyPart(() => import('./acting-for.tsx').then(({ ActingFor }) => ActingFor));

const notLoggedIn = <Trans>Log in to see this page.</Trans>;

type Props = { readonly title: ReactNode; readonly children: ReactNode };

export const TITLE_ID = 'title';

export function ClientArea({ title, children }: Props) {
  const { t } = useLingui();
  return (
    <div className={`page ${css.room}`}>
      <aside className={`${css.side} ${css.member}`}>
        <div className={css.card}>
          <AccountCard />
        </div>
        <ActingFor />
        <nav aria-label={t`Your account`}>
          <Places />
        </nav>
      </aside>
      <div className={css.content}>
        <h1 id={TITLE_ID} tabIndex={-1}>
          {title}
        </h1>
        <RequireLogin>
          <DeletionNotice>{children}</DeletionNotice>
        </RequireLogin>
      </div>
    </div>
  );
}

/** And the log-in link for everyone else. */
export const RequireLogin = ({ children }: { children: ReactNode }) => (
  <>
    <div className={css.member}>
      <Unstored />
      {children}
    </div>
    <LoginPrompt />
  </>
);

function Unstored() {
  if (!isUnstored()) return null;
  return (
    <p className={css.scriptless} role="status">
      <Trans>This browser can’t store your log-in. It lasts until you close or reload this page.</Trans>
    </p>
  );
}

function Places() {
  const { i18n } = useLingui();
  const { address } = usePage();
  const here = matchPage(getPath(address))?.name;
  return (
    <ul className={css.places}>
      {accountPlacesThere.map(({ path, label }) => (
        <li key={path}>
          <a href={path} aria-current={matchPage(path)?.name === here ? 'page' : undefined}>
            {i18n._(label)}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Shown by CSS if nobody is logged in. */
export function LoginPrompt() {
  return (
    <div className={css.guest}>
      <p>{notLoggedIn}</p>
      <LogIn />
    </div>
  );
}

function LogIn() {
  const { address } = usePage();
  return <ButtonLink text={<Trans>Log in</Trans>} look="main" href={logInTo(getPath(address))} />;
}

type QueryStateProps<T> = {
  readonly wide?: boolean;
  readonly query: ApiQueryResult<T>;
  readonly waiting: ReactNode;
  readonly children: (data: T) => ReactNode;
};

/** Loading state; a failed load never looks like an empty list. */
export function QueryState<T>({ wide = false, query: { data, error, isFetching, refetch }, waiting, children }: QueryStateProps<T>) {
  const place = useRef<HTMLDivElement>(null);
  const isHere = data !== undefined;
  const focusAfter = useFocusAfter(isHere);
  const retry = () => {
    // The button is gone once the data is here.
    focusAfter(() => place.current);
    void refetch();
  };
  return (
    <div ref={place} tabIndex={-1} className={wide ? css.wide : css.arrival}>
      {isHere ? children(data) : error ? <LoadFailure error={error} busy={isFetching} retry={retry} /> : waiting}
    </div>
  );
}

/** Placeholder of a form, in its final size. */
export const FormPlaceholder = ({ children }: { children: ReactNode }) => (
  <>
    <p className="unseen">
      <Trans>Loading…</Trans>
    </p>
    <div inert className={css.waiting}>
      {children}
    </div>
  </>
);

/** Placeholder of a form field. */
export const createBlankField = (name: string): FormField<string> => ({
  id: name,
  name,
  value: '',
  error: undefined,
  change: () => undefined,
});

type LoadFailureProps = { readonly error: ApiError; readonly busy: boolean; readonly retry: () => void };

export function LoadFailure({ error: { status, general, requestId }, busy, retry }: LoadFailureProps) {
  const { t, i18n } = useLingui();
  // The session ended elsewhere, so a retry would fail again.
  if (status === 401) return <Empty kind="failed" title={notLoggedIn} act={<LogIn />} />;
  const act = <Button text={t`Try again`} busy={busy} onClick={busy ? undefined : retry} />;
  if (status === NETWORK_ERROR && !navigator.onLine)
    return (
      <Empty kind="offline" title={t`You’re offline.`} act={act}>
        {t`This will load when you’re back online.`}
      </Empty>
    );
  return (
    <Empty kind="failed" title={t`This couldn’t be loaded.`} act={act}>
      {typeof general === 'string' ? general : i18n._(general)}{' '}
      {requestId === undefined ? null : t`If you write to us, please quote ${requestId}.`}
    </Empty>
  );
}
