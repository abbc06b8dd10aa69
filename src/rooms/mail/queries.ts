// All the SQL of the room.
import type { Queries } from '../../infra/db.ts';
import type { Post } from './shapes.ts';
import { mailOutbox } from './tables.ts';

export async function insertMail(tx: Queries, post: Post, now: Date): Promise<string> {
  const { to, locale, mail, values, reference = null } = post;
  const [row] = await tx
    .insert(mailOutbox)
    .values({ to, locale, mail, values, reference, createdAt: now })
    .returning({ id: mailOutbox.id });
  if (!row) throw new Error('the outbox gave no id');
  return row.id;
}
