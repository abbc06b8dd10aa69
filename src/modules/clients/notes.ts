// Notes and tags of customers. The audit log cannot be erased, so it says who changed them and when, but not
// what they said.

import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { lockAgainstErasure } from '#modules/accounts/actions.ts';
import type { Done } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { newId } from '#platform/new-id.ts';
import * as queries from './queries.ts';
import { MAX_NOTES, MAX_TAGS, toTagKey } from './rules.ts';
import type { CustomerNotes } from './shapes.ts';

const messages = {
  tooManyNotes: /*i18n*/ {
    id: 'desk.customer.tooManyNotes',
    message: 'A customer has at most {maximum} notes. Delete one first.',
    values: { maximum: MAX_NOTES },
  },
  tooManyTags: /*i18n*/ {
    id: 'desk.customer.tooManyTags',
    message: 'A customer has at most {maximum} tags. Remove one first.',
    values: { maximum: MAX_TAGS },
  },
} as const satisfies Record<string, Message>;

const TAGS_LISTED = 500;

export async function readNotes({ db }: AppContext, id: string): Promise<CustomerNotes> {
  const [notes, tags] = await Promise.all([queries.listCustomerNotes(db.orm, id, MAX_NOTES), queries.getTagsByCustomer(db.orm, [id])]);
  return { tags: [...(tags.get(id) ?? [])], notes: notes.map((note) => ({ ...note, createdAt: note.createdAt.toISOString() })) };
}

export const listTags = ({ db }: AppContext): Promise<string[]> => queries.listUsedTags(db.orm, TAGS_LISTED);

/** Before a change of what the desk stores about one customer. An erased account gets nothing. */
export async function lockCustomer(tx: DbClient, id: string): Promise<void> {
  if (!(await lockAgainstErasure(tx, id))) throw new UserError(404);
  await queries.lockNotesAndTags(tx, id);
}

export async function addNote(
  ctx: AppContext,
  tx: DbClient,
  by: Operator,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<Done> {
  await lockCustomer(tx, id);
  if ((await queries.countNotes(tx, id)) >= MAX_NOTES) throw new UserError(400, { text: [messages.tooManyNotes] });
  const createdAt = ctx.clock.now();
  const note = newId(createdAt);
  await queries.insertCustomerNote(tx, { id: note, accountId: id, operatorId: by.id, text, createdAt });
  return { entries: [{ id, after: { note } }] };
}

export async function removeNote(tx: DbClient, { id, note }: { readonly id: string; readonly note: string }): Promise<Done> {
  await lockCustomer(tx, id);
  const author = await queries.deleteNote(tx, id, note);
  if (author === undefined) throw new UserError(404);
  return { entries: [{ id, before: { note, author } }] };
}

type TagChange = { readonly id: string; readonly tag: string };

/** A tag that the customer has already changes nothing. */
export async function addTag(tx: DbClient, { id, tag }: TagChange): Promise<Done> {
  await lockCustomer(tx, id);
  const before = (await queries.getTagsByCustomer(tx, [id])).get(id) ?? [];
  if (!(await queries.insertTag(tx, { accountId: id, tagKey: toTagKey(tag), tag }))) return { entries: [] };
  if (before.length >= MAX_TAGS) throw new UserError(400, { tag: [messages.tooManyTags] });
  return { entries: [{ id, before: { tags: before.length }, after: { tags: before.length + 1 } }] };
}

export async function removeTag(tx: DbClient, { id, tag }: TagChange): Promise<Done> {
  await lockCustomer(tx, id);
  const before = (await queries.getTagsByCustomer(tx, [id])).get(id) ?? [];
  if (!(await queries.deleteTag(tx, id, toTagKey(tag)))) return { entries: [] };
  return { entries: [{ id, before: { tags: before.length }, after: { tags: before.length - 1 } }] };
}
