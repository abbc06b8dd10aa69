// The pages of the desk: their titles, who may see them, and where the navigation lists them. Their routes
// are in router.tsx.

import type { Counts } from '#modules/search/shapes.ts';
import type { Permission } from '#modules/staff/shapes-roles.ts';

export type DeskPage = {
  readonly title: string;
  readonly act: Permission;
  /** Section of the navigation; absent: linked from other pages only. */
  readonly menu?: 'work' | 'shop' | 'business';
  /** The counter beside its name. */
  readonly waits?: { readonly count: keyof Counts; readonly what: string };
};

export const deskPages = {
  '/queue': { title: 'Queue', act: 'queue.see', menu: 'work', waits: { count: 'queue', what: 'late or due soon' } },
  '/queue/board': { title: 'Board', act: 'queue.see' },
  '/queue/calendar': { title: 'Calendar', act: 'queue.see' },
  '/queue/$id': { title: 'Piece', act: 'queue.see' },
  '/orders': { title: 'Orders', act: 'orders.see', menu: 'work' },
  '/orders/new': { title: 'New order', act: 'money.move' },
  '/orders/$id': { title: 'Order', act: 'orders.see' },
  '/payments': { title: 'Payments', act: 'money.see', menu: 'work' },
  '/payments/$id': { title: 'Payment', act: 'money.see' },
  '/invoices': { title: 'Invoices', act: 'money.see', menu: 'work' },
  '/invoices/open': { title: 'Open invoices', act: 'money.see' },
  '/quotes': { title: 'Quotes', act: 'money.see', menu: 'work' },
  '/quotes/new': { title: 'New quote', act: 'money.move' },
  '/quotes/$id': { title: 'Quote', act: 'money.see' },
  '/subscriptions': { title: 'Subscriptions', act: 'money.see', menu: 'work' },
  '/tickets': { title: 'Tickets', act: 'tickets.see', menu: 'work', waits: { count: 'tickets', what: 'waiting for an answer' } },
  '/tickets/$id': { title: 'Ticket', act: 'tickets.see' },
  '/customers': { title: 'Customers', act: 'customers.see', menu: 'work' },
  '/customers/$id': { title: 'Customer', act: 'customers.see' },
  '/customer-imports': { title: 'Import customers', act: 'customers.import' },
  '/moving': { title: 'Moving in', act: 'moving.run' },
  '/as-customer/$id': { title: 'View as customer', act: 'customers.see' },
  '/catalogue': { title: 'Catalog', act: 'catalogue.see', menu: 'shop' },
  '/catalogue/$id': { title: 'Catalog', act: 'catalogue.see' },
  '/brand': { title: 'Brand', act: 'catalogue.see', menu: 'shop' },
  '/content': { title: 'Content', act: 'catalogue.see', menu: 'shop' },
  '/content/$id': { title: 'Content', act: 'catalogue.see' },
  '/coupons': { title: 'Coupons', act: 'coupons.see', menu: 'shop' },
  '/mails': { title: 'Emails', act: 'catalogue.see', menu: 'shop' },
  '/mails/$id': { title: 'Email', act: 'catalogue.see' },
  '/policies': { title: 'Policies', act: 'catalogue.see', menu: 'shop' },
  '/policies/$id': { title: 'Policy', act: 'catalogue.see' },
  '/settings': { title: 'Settings', act: 'settings.edit', menu: 'shop' },
  '/settings/$id': { title: 'Settings', act: 'settings.edit' },
  '/connections': { title: 'Email server and payments', act: 'settings.edit' },
  '/reports': { title: 'Reports', act: 'reports.see', menu: 'business' },
  '/failures': { title: 'Failures', act: 'troubles.see', menu: 'business', waits: { count: 'failures', what: 'to resolve' } },
  '/setup': { title: 'Set-up', act: 'shop.set-up', menu: 'business' },
  '/team': { title: 'Team', act: 'team.see', menu: 'business' },
  '/automations': { title: 'Automations', act: 'automations.edit', menu: 'business' },
  '/chat-webhooks': { title: 'Chat webhooks', act: 'chatWebhooks.edit' },
  '/automations/$id': { title: 'Automation', act: 'automations.edit' },
  '/account': { title: 'My account', act: 'team.see' },
  '/account/notices': { title: 'My notices', act: 'queue.see' },
  '/keys': { title: 'API keys', act: 'keys.edit' },
  '/webhooks': { title: 'Webhooks', act: 'keys.edit' },
  '/audit': { title: 'Audit log', act: 'audit.see', menu: 'business' },
} as const satisfies Readonly<Record<string, DeskPage>>;

export type PagePath = keyof typeof deskPages;

/** In the order of the navigation. */
export const pageList: readonly (DeskPage & { readonly path: PagePath })[] = Object.entries(deskPages).map(([path, page]) => ({
  ...page,
  path: path as PagePath,
}));
