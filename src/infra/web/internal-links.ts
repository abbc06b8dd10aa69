// Where the owner's texts may lead: to pages of the shop. Pure.
import { matchPage } from '../../pages.ts';

export const isOwnPage = (target: string): boolean => target.startsWith('/') && matchPage(target.split(/[?#]/, 1)[0] ?? '') !== undefined;
