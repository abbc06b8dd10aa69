// The pages of the desk: their addresses, who sees them, and where they stand in the rail.
import type { ComponentType } from 'react';
import type { Act } from '../../modules/desk/staff/shapes-roles.ts';
import type { Counts } from '../../modules/desk/work/shapes-counts.ts';
import { ahead, Page } from '../features/queue/queue-page.tsx';
import type { PageProps } from '../shared/props.ts';

/** `ahead`: asks for what the page will show, as soon as somebody seems to go there. */
type PageModule = { readonly Page: ComponentType<PageProps>; readonly ahead?: (params: URLSearchParams, id: string) => void };

export type DeskPage = {
  /** ":id" stands for the thing. */
  readonly path: string;
  readonly title: string;
  readonly act: Act;
  /** In which part of the rail; absent: it is reached from another. */
  readonly rail?: 'work' | 'shop' | 'house';
  /** What waits there, beside its name in the rail. */
  readonly waits?: { readonly count: keyof Counts; readonly what: string };
  readonly load: () => Promise<PageModule>;
};

// Everybody's first page comes with the app, the others one by one.
export const pages: readonly DeskPage[] = [
  {
    ...{ path: '/queue', title: 'Queue', act: 'queue.see', rail: 'work', waits: { count: 'queue', what: 'late or due soon' } },
    load: async () => ({ Page, ahead }),
  },
  { path: '/queue/:id', title: 'Piece', act: 'queue.see', load: () => import('../features/work/piece-page.tsx') },
  { path: '/orders', title: 'Orders', act: 'orders.see', rail: 'work', load: () => import('../features/orders/orders-page.tsx') },
  { path: '/orders/:id', title: 'Order', act: 'orders.see', load: () => import('../features/orders/order-page.tsx') },
  { path: '/payments', title: 'Payments', act: 'money.see', rail: 'work', load: () => import('../features/payments/payments-page.tsx') },
  { path: '/payments/:id', title: 'Payment', act: 'money.see', load: () => import('../features/payments/payment-page.tsx') },
  {
    ...{ path: '/tickets', title: 'Tickets', act: 'tickets.see', rail: 'work', waits: { count: 'tickets', what: 'without an answer' } },
    load: () => import('../features/tickets/tickets-page.tsx'),
  },
  { path: '/tickets/:id', title: 'Ticket', act: 'tickets.see', load: () => import('../features/tickets/ticket-page.tsx') },
  {
    path: '/customers',
    title: 'Customers',
    act: 'customers.see',
    rail: 'work',
    load: () => import('../features/customers/customers-page.tsx'),
  },
  { path: '/customers/:id', title: 'Customer', act: 'customers.see', load: () => import('../features/customers/customer-page.tsx') },
  {
    path: '/as-customer/:id',
    title: 'As the customer sees it',
    act: 'customers.see',
    load: () => import('../features/customers/as-customer-page.tsx'),
  },
  {
    path: '/catalogue',
    title: 'Catalogue',
    act: 'catalogue.see',
    rail: 'shop',
    load: () => import('../features/catalogue/catalogue-page.tsx'),
  },
  {
    path: '/catalogue/:id',
    title: 'File of the catalogue',
    act: 'catalogue.see',
    load: () => import('../features/catalogue/catalogue-file-page.tsx'),
  },
  { path: '/coupons', title: 'Coupons', act: 'coupons.see', rail: 'shop', load: () => import('../features/coupons/coupons-page.tsx') },
  {
    path: '/policies',
    title: 'Policies',
    act: 'catalogue.see',
    rail: 'shop',
    load: () => import('../features/policies/policies-page.tsx'),
  },
  { path: '/policies/:id', title: 'Policy', act: 'catalogue.see', load: () => import('../features/policies/policy-page.tsx') },
  { path: '/reports', title: 'Reports', act: 'reports.see', rail: 'house', load: () => import('../features/reports/reports-page.tsx') },
  {
    ...{ path: '/troubles', title: 'Troubles', act: 'troubles.see', rail: 'house', waits: { count: 'troubles', what: 'to look at' } },
    load: () => import('../features/failures/failures-page.tsx'),
  },
  { path: '/first-hour', title: 'First hour', act: 'shop.set-up', rail: 'house', load: () => import('../features/setup/setup-page.tsx') },
  { path: '/team', title: 'Team', act: 'team.see', rail: 'house', load: () => import('../features/team/team-page.tsx') },
  { path: '/passkeys', title: 'My log-in', act: 'team.see', rail: 'house', load: () => import('../features/login/passkeys-page.tsx') },
  { path: '/audit', title: 'Audit log', act: 'audit.see', rail: 'house', load: () => import('../features/audit/audit-page.tsx') },
];

/** Its code and what it shows are asked for together, and before they are wanted. What fails now is told when it is wanted. */
export function prepare({ pathname, searchParams }: URL): void {
  const found = matchDesk(pathname === '/' ? '/queue' : pathname);
  found?.page.load().then(
    ({ ahead }) => ahead?.(searchParams, found.id),
    () => undefined,
  );
}

export function matchDesk(path: string): { page: DeskPage; id: string } | undefined {
  const [, first = '', second] = path.split('/');
  for (const page of pages) {
    const [, own = '', part] = page.path.split('/');
    if (own !== first || (part === undefined) !== (second === undefined)) continue;
    return { page, id: second === undefined ? '' : decodeURIComponent(second) };
  }
  return undefined;
}
