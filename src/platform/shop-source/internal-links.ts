// Checks that links in the owner's texts point to pages of the shop. Pure.
import { matchPage } from '../../pages.ts';

export const isOwnPage = (target: string): boolean => target.startsWith('/') && matchPage(target.split(/[?#]/, 1)[0] ?? '') !== undefined;
