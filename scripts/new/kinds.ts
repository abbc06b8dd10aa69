// What `npm run new` can write.
import { newCall } from './call.ts';
import { openDraft } from './draft.ts';
import { newModule } from './module.ts';
import { newPage } from './page.ts';
import { newServiceKind } from './service-kind.ts';
import { newTable } from './table.ts';

export const kinds = {
  module: { write: newModule, takes: 'NAME', about: 'a module with a call and a table: wishes' },
  call: { write: newCall, takes: 'MODULE/NAME', about: 'a call of a module: wishes/add' },
  table: {
    write: newTable,
    takes: 'MODULE/NAME',
    about: "a table with an account's data, in its export and erased with it: wishes/wish-note",
  },
  'service-kind': { write: newServiceKind, takes: 'NAME', about: 'a plugin that drafts a kind of service: haiku' },
  page: { write: newPage, takes: 'NAME', about: 'a page of the storefront: wishes' },
} as const;

export type Kind = keyof typeof kinds;
export const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name);

/** `read`: the text of a file of the repository; undefined if there is none. */
export function draftOf(kind: Kind, name: string, read: (path: string) => string | undefined) {
  const draft = openDraft(read);
  const next = kinds[kind].write(draft, name);
  return { files: draft.files, next };
}
