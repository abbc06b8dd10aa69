// Notes and tags of customers. The audit log cannot be erased, so it says who changed them and when, but not
// what they said.

import { type Message, UserError } from '#lib/user-error.ts';
import { lockAgainstErasure } from '#modules/accounts/actions.ts';
import { lockActiveSession, type OperatorSession, writeAudit } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { newId } from '#platform/new-id.ts';
import * as queries from './queries.ts';
import { MAX_NOTES, MAX_TAGS, tagKeyOf } from './rules.ts';
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
  const [notes, tags] = await Promise.all([queries.customerNotesOf(db.orm, id, MAX_NOTES), queries.tagsOfCustomers(db.orm, [id])]);
  return { tags: [...(tags.get(id) ?? [])], notes: notes.map((note) => ({ ...note, createdAt: note.createdAt.toISOString() })) };
}

export const listTags = ({ db }: AppContext): Promise<string[]> => queries.tagsInUse(db.orm, TAGS_LISTED);

/** Runs a change of one customer's notes and tags. An erased account gets none. */
const changeOf = (ctx: AppContext, session: OperatorSession, id: string, change: (tx: DbClient) => Promise<Changed | undefined>) =>
  transaction(ctx.db, async (tx) => {
    await lockActiveSession(tx, session);
    if (!(await lockAgainstErasure(tx, id))) throw new UserError(404);
    await queries.lockNotesAndTags(tx, id);
    const changed = await change(tx);
    if (changed) await writeAudit(tx, session.operator, ctx.clock.now(), { ...changed, about: { kind: 'customer', id } });
  });
type Changed = { readonly act: string; readonly before?: object; readonly after?: object };

export const addNoteAct = (ctx: AppContext, session: OperatorSession, { id, text }: { id: string; text: string }): Promise<void> =>
  changeOf(ctx, session, id, async (tx) => {
    if ((await queries.countNotes(tx, id)) >= MAX_NOTES) throw new UserError(400, { text: [messages.tooManyNotes] });
    const createdAt = ctx.clock.now();
    const note = newId(createdAt);
    await queries.insertCustomerNote(tx, { id: note, accountId: id, operatorId: session.operator.id, text, createdAt });
    return { act: 'customer.note', after: { note } };
  });

export const removeNoteAct = (ctx: AppContext, session: OperatorSession, { id, note }: { id: string; note: string }): Promise<void> =>
  changeOf(ctx, session, id, async (tx) => {
    const author = await queries.deleteNote(tx, id, note);
    if (author === undefined) throw new UserError(404);
    return { act: 'customer.removeNote', before: { note, author } };
  });

type TagChange = { readonly id: string; readonly tag: string };

/** A tag that the customer has already changes nothing. */
export const addTagAct = (ctx: AppContext, session: OperatorSession, { id, tag }: TagChange): Promise<void> =>
  changeOf(ctx, session, id, async (tx) => {
    const before = (await queries.tagsOfCustomers(tx, [id])).get(id) ?? [];
    if (!(await queries.insertTag(tx, { accountId: id, tagKey: tagKeyOf(tag), tag }))) return undefined;
    if (before.length >= MAX_TAGS) throw new UserError(400, { tag: [messages.tooManyTags] });
    return { act: 'customer.tag', before: { tags: before.length }, after: { tags: before.length + 1 } };
  });

export const removeTagAct = (ctx: AppContext, session: OperatorSession, { id, tag }: TagChange): Promise<void> =>
  changeOf(ctx, session, id, async (tx) => {
    const before = (await queries.tagsOfCustomers(tx, [id])).get(id) ?? [];
    if (!(await queries.deleteTag(tx, id, tagKeyOf(tag)))) return undefined;
    return { act: 'customer.untag', before: { tags: before.length }, after: { tags: before.length - 1 } };
  });
