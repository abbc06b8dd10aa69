// Whether a page is closed to a visitor: all that every page needs of the guards, which know where to go instead. Pure.
import { href, matchPage, type PageName, pageRow } from '../pages.ts';
import { pathOf } from './addresses.ts';

/** Whoever is logged in has nothing to do there. */
export const doors: readonly PageName[] = ['login', 'notLoggedIn'];

export function isClosed(address: string, token: boolean): boolean {
  const name = matchPage(pathOf(address))?.name;
  return name !== undefined && (token ? doors.includes(name) : pageRow(name).who === 'token');
}

export const logInTo = (address: string): string => `${href('login')}?redirect=${encodeURIComponent(address)}`;
