// The pages of the desk: their addresses, who sees them, and where they stand in the rail.
import type { ComponentType } from 'react';
import type { Counts } from '../../rooms/desk/shapes-counts.ts';
import type { Act } from '../../rooms/desk/shapes-roles.ts';
import { ahead, Page } from './pages/queue.tsx';
import type { PageProps } from './props.ts';

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
  { path: '/queue/:id', title: 'Piece', act: 'queue.see', load: () => import('./pages/piece.tsx') },
  { path: '/orders', title: 'Orders', act: 'orders.see', rail: 'work', load: () => import('./pages/orders.tsx') },
  { path: '/orders/:id', title: 'Order', act: 'orders.see', load: () => import('./pages/order.tsx') },
  { path: '/payments', title: 'Payments', act: 'money.see', rail: 'work', load: () => import('./pages/payments.tsx') },
  { path: '/payments/:id', title: 'Payment', act: 'money.see', load: () => import('./pages/payment.tsx') },
  {
    ...{ path: '/tickets', title: 'Tickets', act: 'tickets.see', rail: 'work', waits: { count: 'tickets', what: 'without an answer' } },
    load: () => import('./pages/tickets.tsx'),
  },
  { path: '/tickets/:id', title: 'Ticket', act: 'tickets.see', load: () => import('./pages/ticket.tsx') },
  { path: '/customers', title: 'Customers', act: 'customers.see', rail: 'work', load: () => import('./pages/customers.tsx') },
  { path: '/customers/:id', title: 'Customer', act: 'customers.see', load: () => import('./pages/customer.tsx') },
  { path: '/as-customer/:id', title: 'As the customer sees it', act: 'customers.see', load: () => import('./pages/as-customer.tsx') },
  { path: '/catalogue', title: 'Catalogue', act: 'catalogue.see', rail: 'shop', load: () => import('./pages/catalogue.tsx') },
  { path: '/catalogue/:id', title: 'File of the catalogue', act: 'catalogue.see', load: () => import('./pages/catalogue-file.tsx') },
  { path: '/coupons', title: 'Coupons', act: 'coupons.see', rail: 'shop', load: () => import('./pages/coupons.tsx') },
  { path: '/policies', title: 'Policies', act: 'catalogue.see', rail: 'shop', load: () => import('./pages/policies.tsx') },
  { path: '/policies/:id', title: 'Policy', act: 'catalogue.see', load: () => import('./pages/policy.tsx') },
  { path: '/reports', title: 'Reports', act: 'reports.see', rail: 'house', load: () => import('./pages/reports.tsx') },
  {
    ...{ path: '/troubles', title: 'Troubles', act: 'troubles.see', rail: 'house', waits: { count: 'troubles', what: 'to look at' } },
    load: () => import('./pages/troubles.tsx'),
  },
  { path: '/first-hour', title: 'First hour', act: 'shop.set-up', rail: 'house', load: () => import('./pages/first-hour.tsx') },
  { path: '/team', title: 'Team', act: 'team.see', rail: 'house', load: () => import('./pages/team.tsx') },
  { path: '/passkeys', title: 'My log-in', act: 'team.see', rail: 'house', load: () => import('./pages/passkeys.tsx') },
  { path: '/audit', title: 'Audit log', act: 'audit.see', rail: 'house', load: () => import('./pages/audit.tsx') },
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
