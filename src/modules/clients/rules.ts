// Limits of notes and tags of customers, and the sorts and cursors of the list. Pure.

export const MAX_NOTE_CHARS = 2_000;
export const MAX_NOTES = 200;
export const MAX_TAG_CHARS = 30;
export const MAX_TAGS = 20;

/** Two tags with the same key are the same tag. */
export const toTagKey = (tag: string): string => tag.normalize('NFKC').toLowerCase();

export const customerSorts = ['newest', 'name', 'spend', 'lastOrder'] as const;
export type CustomerSort = (typeof customerSorts)[number];

/**
 * The id and sort key of a page's last customer. With the key, a new order or invoice does not make the next
 * page repeat or skip other customers.
 */
export type CustomerCursor = { readonly key: string; readonly id: string };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const keys: Readonly<Record<CustomerSort, string>> = { newest: '-?\\d{1,17}', name: '', spend: '\\d{1,17}', lastOrder: UUID };

export const writeCursor = (key: string | null, id: string): string => `${key ?? ''}_${id}`;

/** Undefined if the text is no cursor of this sort. */
export function readCursor(sort: CustomerSort, text: string): CustomerCursor | undefined {
  const [, key, id] = new RegExp(`^(${keys[sort]})_(${UUID})$`).exec(text) ?? [];
  return key === undefined || id === undefined ? undefined : { key, id };
}
