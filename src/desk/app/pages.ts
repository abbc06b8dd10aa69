// The pages of the desk: their addresses, who sees them, and where they stand in the rail.
import type { ComponentType } from 'react';
import type { Act } from '../../rooms/desk/shapes-roles.ts';

export type PageProps = { readonly id: string };
type PageModule = { readonly Page: ComponentType<PageProps> };

export type DeskPage = {
  /** ":id" stands for the thing. */
  readonly path: string;
  readonly title: string;
  readonly act: Act;
  /** In which part of the rail; absent: it is reached from another. */
  readonly rail?: 'work' | 'shop' | 'house';
  readonly load: () => Promise<PageModule>;
};

export const pages: readonly DeskPage[] = [
  { path: '/reports', title: 'Reports', act: 'reports.see', rail: 'house', load: () => import('./pages/reports.tsx') },
  { path: '/troubles', title: 'Troubles', act: 'troubles.see', rail: 'house', load: () => import('./pages/troubles.tsx') },
  { path: '/first-hour', title: 'First hour', act: 'shop.set-up', rail: 'house', load: () => import('./pages/first-hour.tsx') },
  { path: '/team', title: 'Team', act: 'team.see', rail: 'house', load: () => import('./pages/team.tsx') },
  { path: '/audit', title: 'Audit log', act: 'audit.see', rail: 'house', load: () => import('./pages/audit.tsx') },
];

export function matchDesk(path: string): { page: DeskPage; id: string } | undefined {
  const [, first = '', second] = path.split('/');
  for (const page of pages) {
    const [, own = '', part] = page.path.split('/');
    if (own !== first || (part === undefined) !== (second === undefined)) continue;
    return { page, id: second === undefined ? '' : decodeURIComponent(second) };
  }
  return undefined;
}
