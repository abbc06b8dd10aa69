// The routes of the desk: search parameters, component, and the queries to prefetch (also on hover).
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
  useMatches,
} from '@tanstack/react-router';
import { auditSearch } from '../features/audit/audit-search.ts';
import { customersQuery, customersSearch } from '../features/customers/customers-search.ts';
import { invoicesQuery, invoicesSearch } from '../features/invoices/invoices-search.ts';
import { ordersQuery, ordersSearch } from '../features/orders/orders-search.ts';
import { paymentsQuery, paymentsSearch } from '../features/payments/payments-search.ts';
import { QueuePage } from '../features/queue/queue-page.tsx';
import { boardSearch, calendarSearch, type QueueSearch, queueQuery, queueSearch } from '../features/queue/queue-search.ts';
import { quotesQuery, quotesSearch } from '../features/quotes/quotes-search.ts';
import { subscriptionsQuery, subscriptionsSearch } from '../features/subscriptions/subscriptions-search.ts';
import { ticketsQuery, ticketsSearch } from '../features/tickets/tickets-search.ts';
import { pieceSearch } from '../features/work/piece-search.ts';
import { deskQuery, queryClient } from '../shared/api/queries.ts';
import { Notice } from '../shared/layout/notice.tsx';
import { parseCurrency, parseDay, parseOneOf, parseSearch, parseText, searchValidator, stringifySearch } from '../shared/routing/search.ts';
import { DeskApp } from './app.tsx';
import { deskPages, type PagePath } from './pages.ts';

type RouterContext = {
  /** True if there may be a session, so queries can start before it is confirmed. */
  readonly isKnown: () => boolean;
  readonly setKnown: () => void;
};

const root = createRootRouteWithContext<RouterContext>()({ component: DeskApp });

type At<Search> = { readonly search: Search; readonly id: string };
type RouteRow<Search> = {
  readonly search?: (raw: Readonly<Record<string, unknown>>) => Search;
  /** Prefetches the page's queries. */
  readonly prefetch?: (at: At<Search>) => void;
  readonly component: RouteComponent;
};

const noSearch = searchValidator({});

const route = <const Path extends string, Search extends object = ReturnType<typeof noSearch>>(
  path: Path,
  { search = noSearch as (raw: Readonly<Record<string, unknown>>) => Search, prefetch, component }: RouteRow<Search>,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: search,
    loaderDeps: ({ search }) => ({ search }) as { readonly search: Search },
    loader({ context, deps, params }) {
      if (context.isKnown()) prefetch?.({ search: deps.search, id: (params as { readonly id?: string }).id ?? '' });
    },
    component,
  });

function prefetchQueue(search: QueueSearch): void {
  void queryClient.prefetchQuery(queueQuery(search, 0));
  void queryClient.prefetchQuery(deskQuery('GET /api/offers'));
  void queryClient.prefetchQuery(deskQuery('GET /api/team'));
}

/** Addresses of pages that have another one now. */
const formerPaths = { '/guide': '/setup', '/first-hour': '/setup', '/troubles': '/failures' } as const;
const formerRoutes = Object.entries(formerPaths).map(([path, to]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad() {
      throw redirect({ to, replace: true });
    },
  }),
);

const routeTree = root.addChildren([
  ...formerRoutes,
  // Redirects to the first page that the role allows.
  route('/', { prefetch: () => prefetchQueue({}), component: () => null }),
  route('/join', { component: () => null }),
  route('/recover', { component: () => null }),
  route('/reset', { component: () => null }),
  route('/confirm-email', { component: () => null }),
  // The first page is in the main bundle; the others are lazy.
  route('/queue', { search: queueSearch, prefetch: ({ search }) => prefetchQueue(search), component: QueuePage }),
  route('/queue/board', {
    search: boardSearch,
    prefetch: () => void queryClient.prefetchQuery(deskQuery('GET /api/offers')),
    component: lazyRouteComponent(() => import('../features/queue/board-page.tsx'), 'BoardPage'),
  }),
  route('/queue/calendar', {
    search: calendarSearch,
    component: lazyRouteComponent(() => import('../features/queue/calendar-page.tsx'), 'CalendarPage'),
  }),
  route('/queue/$id', {
    search: pieceSearch,
    prefetch: ({ id }) => void queryClient.prefetchQuery(deskQuery('GET /api/piece', { pieceId: id })),
    component: lazyRouteComponent(() => import('../features/work/piece-page.tsx'), 'PiecePage'),
  }),
  route('/orders', {
    search: ordersSearch,
    prefetch: ({ search }) => void queryClient.prefetchQuery(ordersQuery(search)),
    component: lazyRouteComponent(() => import('../features/orders/orders-page.tsx'), 'OrdersPage'),
  }),
  route('/orders/new', {
    search: searchValidator({ customer: parseText }),
    component: lazyRouteComponent(() => import('../features/sales/new-order-page.tsx'), 'NewOrderPage'),
  }),
  route('/orders/$id', {
    prefetch: ({ id }) => void queryClient.prefetchQuery(deskQuery('GET /api/order', { id })),
    component: lazyRouteComponent(() => import('../features/orders/order-page.tsx'), 'OrderPage'),
  }),
  route('/payments', {
    search: paymentsSearch,
    prefetch: ({ search }) => void queryClient.prefetchQuery(paymentsQuery(search)),
    component: lazyRouteComponent(() => import('../features/payments/payments-page.tsx'), 'PaymentsPage'),
  }),
  route('/payments/$id', {
    prefetch: ({ id }) => void queryClient.prefetchQuery(deskQuery('GET /api/payment', { id })),
    component: lazyRouteComponent(() => import('../features/payments/payment-page.tsx'), 'PaymentPage'),
  }),
  route('/invoices', {
    search: invoicesSearch,
    prefetch: ({ search }) => void queryClient.prefetchQuery(invoicesQuery(search)),
    component: lazyRouteComponent(() => import('../features/invoices/invoices-page.tsx'), 'InvoicesPage'),
  }),
  route('/quotes', {
    search: quotesSearch,
    prefetch: ({ search }) => void queryClient.prefetchQuery(quotesQuery(search)),
    component: lazyRouteComponent(() => import('../features/quotes/quotes-page.tsx'), 'QuotesPage'),
  }),
  route('/quotes/new', {
    search: searchValidator({ customer: parseText }),
    component: lazyRouteComponent(() => import('../features/quotes/new-quote-page.tsx'), 'NewQuotePage'),
  }),
  route('/quotes/$id', {
    prefetch: ({ id }) => void queryClient.prefetchQuery(deskQuery('GET /api/quote', { id })),
    component: lazyRouteComponent(() => import('../features/quotes/quote-page.tsx'), 'QuotePage'),
  }),
  route('/invoices/open', {
    search: searchValidator({ state: parseOneOf(['overdue']) }),
    component: lazyRouteComponent(() => import('../features/sales/open-invoices-page.tsx'), 'OpenInvoicesPage'),
  }),
  route('/subscriptions', {
    search: subscriptionsSearch,
    prefetch: ({ search }) => void queryClient.prefetchQuery(subscriptionsQuery(search)),
    component: lazyRouteComponent(() => import('../features/subscriptions/subscriptions-page.tsx'), 'SubscriptionsPage'),
  }),
  route('/tickets', {
    search: ticketsSearch,
    prefetch: ({ search }) => void queryClient.prefetchInfiniteQuery(ticketsQuery(search)),
    component: lazyRouteComponent(() => import('../features/tickets/tickets-page.tsx'), 'TicketsPage'),
  }),
  route('/tickets/$id', {
    prefetch: ({ id }) => void queryClient.prefetchQuery(deskQuery('GET /api/ticket', { number: id })),
    component: lazyRouteComponent(() => import('../features/tickets/ticket-page.tsx'), 'TicketPage'),
  }),
  route('/customers', {
    search: customersSearch,
    prefetch: ({ search }) => void queryClient.prefetchInfiniteQuery(customersQuery(search)),
    component: lazyRouteComponent(() => import('../features/customers/customers-page.tsx'), 'CustomersPage'),
  }),
  route('/customers/$id', {
    search: searchValidator({ currency: parseCurrency, from: parseDay, until: parseDay }),
    prefetch: ({ id }) => void queryClient.prefetchQuery(deskQuery('GET /api/customer', { id })),
    component: lazyRouteComponent(() => import('../features/customers/customer-page.tsx'), 'CustomerPage'),
  }),
  route('/customer-imports', {
    prefetch: () => void queryClient.prefetchQuery(deskQuery('GET /api/customers/imports')),
    component: lazyRouteComponent(() => import('../features/imports/imports-page.tsx'), 'ImportsPage'),
  }),
  route('/moving', {
    prefetch: () => void queryClient.prefetchQuery(deskQuery('GET /api/moving')),
    component: lazyRouteComponent(() => import('../features/moving/moving-page.tsx'), 'MovingPage'),
  }),
  route('/as-customer/$id', {
    component: lazyRouteComponent(() => import('../features/customers/as-customer-page.tsx'), 'AsCustomerPage'),
  }),
  route('/catalogue', { component: lazyRouteComponent(() => import('../features/catalogue/catalogue-page.tsx'), 'CataloguePage') }),
  // `new`: a service that is added.
  route('/catalogue/$id', {
    search: searchValidator({ like: parseText }),
    component: lazyRouteComponent(() => import('../features/catalogue/catalogue-file-page.tsx'), 'CatalogueFilePage'),
  }),
  route('/coupons', {
    search: searchValidator({ code: parseText }),
    component: lazyRouteComponent(() => import('../features/coupons/coupons-page.tsx'), 'CouponsPage'),
  }),
  route('/brand', { component: lazyRouteComponent(() => import('../features/brand/brand-page.tsx'), 'BrandPage') }),
  route('/mails', { component: lazyRouteComponent(() => import('../features/mails/mails-page.tsx'), 'MailsPage') }),
  route('/mails/$id', { component: lazyRouteComponent(() => import('../features/mails/mail-page.tsx'), 'MailEditPage') }),
  route('/content', { component: lazyRouteComponent(() => import('../features/content/content-page.tsx'), 'ContentPage') }),
  route('/content/$id', { component: lazyRouteComponent(() => import('../features/content/content-page.tsx'), 'ContentEditPage') }),
  route('/policies', { component: lazyRouteComponent(() => import('../features/policies/policies-page.tsx'), 'PoliciesPage') }),
  route('/policies/$id', { component: lazyRouteComponent(() => import('../features/policies/policy-page.tsx'), 'PolicyEditPage') }),
  route('/settings', { component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage') }),
  route('/connections', {
    component: lazyRouteComponent(() => import('../features/connections/connections-page.tsx'), 'ConnectionsPage'),
  }),
  route('/settings/$id', { component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingEditPage') }),
  route('/reports', {
    search: searchValidator({ from: parseDay, to: parseDay, currency: parseCurrency }),
    component: lazyRouteComponent(() => import('../features/reports/reports-page.tsx'), 'ReportsPage'),
  }),
  route('/failures', { component: lazyRouteComponent(() => import('../features/failures/failures-page.tsx'), 'FailuresPage') }),
  route('/setup', { component: lazyRouteComponent(() => import('../features/setup/setup-page.tsx'), 'SetupPage') }),
  route('/team', { component: lazyRouteComponent(() => import('../features/team/team-page.tsx'), 'TeamPage') }),
  route('/account', {
    prefetch: () => {
      void queryClient.prefetchQuery(deskQuery('GET /api/account'));
      void queryClient.prefetchQuery(deskQuery('GET /api/passkeys'));
    },
    component: lazyRouteComponent(() => import('../features/account/account-page.tsx'), 'OwnAccountPage'),
  }),
  route('/account/notices', {
    prefetch: () => void queryClient.prefetchQuery(deskQuery('GET /api/notices')),
    component: lazyRouteComponent(() => import('../features/notices/notices-page.tsx'), 'NoticesPage'),
  }),
  route('/chat-webhooks', {
    prefetch: () => void queryClient.prefetchQuery(deskQuery('GET /api/chat-webhooks')),
    component: lazyRouteComponent(() => import('../features/notices/chat-webhooks-page.tsx'), 'ChatWebhooksPage'),
  }),
  route('/automations', {
    prefetch: () => void queryClient.prefetchQuery(deskQuery('GET /api/automations')),
    component: lazyRouteComponent(() => import('../features/automations/automations-page.tsx'), 'AutomationsPage'),
  }),
  // `new`: one that is added.
  route('/automations/$id', {
    prefetch: () => void queryClient.prefetchQuery(deskQuery('GET /api/automations')),
    component: lazyRouteComponent(() => import('../features/automations/automation-page.tsx'), 'AutomationPage'),
  }),
  route('/keys', { component: lazyRouteComponent(() => import('../features/keys/keys-page.tsx'), 'KeysPage') }),
  route('/webhooks', { component: lazyRouteComponent(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage') }),
  route('/audit', {
    search: auditSearch,
    component: lazyRouteComponent(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
  }),
]);

const HOVER_MS = 40;

const rootElement = document.getElementById('root') as HTMLElement;

export const router = createRouter({
  routeTree,
  context: {
    // Set by the server's document and by a log-in.
    isKnown: () => rootElement.dataset.known !== undefined,
    setKnown() {
      rootElement.dataset.known = '';
    },
  },
  parseSearch,
  stringifySearch,
  // Remove invalid parameters from the address.
  search: { strict: true },
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPreloadDelay: HOVER_MS,
  // The query cache decides what is stale.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: PageError,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Shown while the code of a page is loaded. */
function PageLoading() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.routeId });
  return <h1>{deskPages[path as PagePath]?.title}</h1>;
}

/** Messages of browsers for a missing chunk. */
const missingFile = /dynamically imported module|importing a module script failed/i;

function PageError({ error }: ErrorComponentProps) {
  const message = error instanceof Error ? error.message : String(error);
  const isMissing = missingFile.test(message);
  return (
    <Notice
      as="section"
      title={isMissing ? 'The page couldn’t be loaded' : 'Something went wrong on this page'}
      text={isMissing ? 'There may be a new version.' : message}
      onAgain={() => location.reload()}
    />
  );
}
