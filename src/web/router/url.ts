// Small decisions about addresses, made the same on both sides. Pure.
import { pathOf } from '../../lib/url-path.ts';
import { matchPage, pageRow } from '../../pages.ts';

/** The most of a wrong path that is repeated to the visitor. */
const SHOWN_PATH_CHARS = 200;

/** A wrong path as text to read: decoded where it can be, never longer than a line or two. */
export function shownPath(address: string): string {
  const path = pathOf(address);
  const letters = [...decoded(path)];
  return letters.length > SHOWN_PATH_CHARS ? `${letters.slice(0, SHOWN_PATH_CHARS - 1).join('')}…` : letters.join('');
}

/** As a person writes it; what cannot be decoded stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** Two choices of one page: other things are shown, and all of them are there already. */
export function isSameFilteredPage(one: string, other: string): boolean {
  const [name, same] = [one, other].map((address) => matchPage(pathOf(address))?.name);
  return name !== undefined && name === same && pageRow(name).query !== undefined;
}

/** The same address in the language that is chosen otherwise: without `?lang=`. */
export function withoutLanguage(address: string): string {
  const url = new URL(address, 'http://any');
  if (!url.searchParams.has('lang')) return address;
  url.searchParams.delete('lang');
  return `${url.pathname}${url.search}${url.hash}`;
}
