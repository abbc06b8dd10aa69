// Where the owner's texts may lead: to pages of the shop. Pure.
import { matchPage } from '../../pages.ts';

/**
 * Pages that an edition of the shop may be without. A text may name them all the same, so that one text serves every edition; where the page is
 * not there, only the words of the link are shown.
 */
const perhaps = [
  '/account/create-account',
  '/account/login',
  '/account/recovery-password',
  '/cabinet/account-details',
  '/cabinet/change-password',
  '/cabinet/funds',
  '/cabinet/order-history',
  '/cart',
  '/contact',
];

const pathOf = (target: string): string => target.split(/[?#]/, 1)[0] ?? '';

export const isOwnPage = (target: string): boolean => target.startsWith('/') && matchPage(pathOf(target)) !== undefined;

export const mayLinkTo = (target: string): boolean => isOwnPage(target) || perhaps.includes(pathOf(target));
