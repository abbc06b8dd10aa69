// The routes of the account's app. Every other page of the shop is a document, which the browser loads.

import { useLingui } from '@lingui/react/macro';
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '#ui/api/api-error.ts';
import { getAccessToken } from '#ui/api/session.ts';
import { isCartEmpty } from '#ui/browser/local-storage.ts';
import { reloadOnce } from '#ui/browser/reload-once.ts';
import { Button } from '#ui/display/button.tsx';
import { ErrorNotice } from '#ui/feedback/error-notice.tsx';
import { MessagePage } from '#ui/feedback/message-page.tsx';
import { isClosed } from '#ui/navigation/access.ts';
import { isNewerServed, routeRules } from '#ui/navigation/builds.ts';
import { followRules } from '#ui/navigation/url.ts';
import { type AppPageName, isAppPage, pages } from '../../pages.ts';
import { App, type AppContext } from './app.tsx';
import { loadPage, NoData, NotNow } from './data-cache.ts';
import { addPageTexts } from './texts.ts';

/** A protected page contains no data by itself, so it may be shown if the access rules fail to load. */
async function getTarget(href: string): Promise<string> {
  const wanted = followRules(href, routeRules());
  if (!isClosed(wanted, getAccessToken() !== undefined, isCartEmpty())) return wanted;
  return import('#ui/navigation/session-redirect.ts').then(
    ({ redirectFor }) => redirectFor(wanted),
    () => wanted,
  );
}

/** Not the browser's own error: for that the router would load the page in full by a rule of its own. */
function throwNoData(cause: unknown): never {
  throw new NoData('The code of the page could not be loaded.', { cause });
}

const components = {
  service: lazyRouteComponent(() => import('../features/brief/service-page.tsx').catch(throwNoData), 'ServicePage'),
  cart: lazyRouteComponent(() => import('../features/cart/cart-page.tsx').catch(throwNoData), 'CartPage'),
  cartLink: lazyRouteComponent(() => import('../features/cart/cart-link-page.tsx').catch(throwNoData), 'CartLinkPage'),
  orderHistory: lazyRouteComponent(() => import('../features/orders/order-history-page.tsx').catch(throwNoData), 'OrderHistoryPage'),
  order: lazyRouteComponent(() => import('../features/orders/order-page.tsx').catch(throwNoData), 'OrderPage'),
  plans: lazyRouteComponent(() => import('../features/plans/plans-page.tsx').catch(throwNoData), 'PlansPage'),
  accountDetails: lazyRouteComponent(() => import('../features/settings/account-page.tsx').catch(throwNoData), 'AccountDetailsPage'),
  invitation: lazyRouteComponent(() => import('../features/settings/invitation-page.tsx').catch(throwNoData), 'InvitationPage'),
  funds: lazyRouteComponent(() => import('../features/funds/funds-page.tsx').catch(throwNoData), 'FundsPage'),
  support: lazyRouteComponent(() => import('../features/support/support-page.tsx').catch(throwNoData), 'SupportPage'),
  changePassword: lazyRouteComponent(
    () => import('../features/settings/security/change-password-page.tsx').catch(throwNoData),
    'ChangePasswordPage',
  ),
  ui: lazyRouteComponent(() => import('../features/ui-gallery/ui-page.tsx').catch(throwNoData), 'UiGalleryPage'),
} satisfies Readonly<Record<AppPageName, RouteComponent>>;

export function createAccountRouter(context: AppContext) {
  const { i18n, locale, currency } = context;
  const root = createRootRoute({
    component: () => <App {...context} />,
    async beforeLoad({ location: { href }, preload }) {
      if (preload) return;
      const target = await getTarget(href);
      if (target !== href || isNewerServed())
        throw redirect({ href: target, replace: target !== href, reloadDocument: isNewerServed() || !isAppPage(target) });
    },
  });
  const routes = (Object.keys(components) as readonly AppPageName[]).map((page) =>
    createRoute({
      getParentRoute: () => root,
      path: pages[page].path.replace(/:(\w+)/, '$$$1'),
      staticData: { page },
      // The text of a service comes with its page, everything else from the API.
      loader({ location: { pathname } }) {
        if (page === 'service') return loadPage({ path: pathname, query: '', locale, currency });
        return addPageTexts(i18n, locale, page).catch(throwNoData);
      },
      component: components[page],
    }),
  );
  return createRouter({
    routeTree: root.addChildren(routes),
    // Values are plain strings, never JSON.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const query = new URLSearchParams(search as Record<string, string>);
      return query.size > 0 ? `?${query}` : '';
    },
    scrollRestoration: true,
    // The query cache decides what is stale.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageError,
    defaultOnCatch: reloadMissing,
  });
}

/** Usually its build was replaced. Offline, a full load would lose the page. */
function reloadMissing(error: unknown): void {
  if (error instanceof NoData && navigator.onLine) reloadOnce(location.pathname + location.search + location.hash);
}

function PageError({ error }: ErrorComponentProps) {
  const { t } = useLingui();
  const router = useRouter();
  const hasNoData = error instanceof NoData;
  useEffect(() => {
    const load = () => void router.invalidate();
    addEventListener('online', load);
    return () => removeEventListener('online', load);
  }, [router]);
  if (!hasNoData && !(error instanceof NotNow || error instanceof ApiError)) return <ErrorNotice {...describeError(error)} />;
  const act = (
    // A browser may remember a file as missing until the page is loaded.
    <Button text={t`Try again`} look="main" onClick={() => (hasNoData ? location.reload() : void router.invalidate())} />
  );
  return (
    <div role="alert">
      <MessagePage title={t`This couldn’t be loaded.`} acts={act}>
        <p>{t`We couldn’t reach the shop. Check your connection and try again.`}</p>
      </MessagePage>
    </div>
  );
}

/** Errors with a message for customers. The browser's own, such as TypeError, have none. */
const describeError = (error: unknown) =>
  error instanceof Error && /^(Error|Refused)$/.test(error.name) ? { message: error.message } : {};
