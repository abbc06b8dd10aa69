// Where the header and the footer lead, as rows. A row names a page of the table, so that a link to nowhere does not compile.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type PageName, pageNames, pageRow } from '../../pages.ts';

export type Place = { readonly page: PageName; readonly hash?: `#${string}`; readonly label: MessageDescriptor };
export type Column = { readonly title: MessageDescriptor; readonly places: readonly Place[] };

const services: Place = { page: 'services', label: msg`Services` };
const how: Place = { page: 'home', hash: '#how', label: msg`How it works` };
const questions: Place = { page: 'home', hash: '#questions', label: msg`FAQ` };

export const mainPlaces: readonly Place[] = [services, how, questions];

export const footColumns: readonly Column[] = [{ title: msg`Shop`, places: [services, how, questions] }];

/** The path of a page that an edition of the shop may be without. */
export function pathIfThere(name: 'cart' | 'login'): string | undefined {
  const page = pageNames.find((known) => known === (name as string));
  return page && pageRow(page).path;
}
