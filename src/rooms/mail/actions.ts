// The door of the room: a mail is posted inside the transaction of the change that it tells of.
import type { Queries } from '../../infra/db.ts';
import type { Ground } from '../../infra/ground.ts';
import { enqueue } from '../../infra/jobs/enqueue.ts';
import { insertMail } from './queries.ts';
import { isOneAddress } from './rules.ts';
import type { Post } from './shapes.ts';

/** Gives the mail's id, by which it can be asked later when it left the house. */
export async function postMail(ground: Pick<Ground, 'clock'>, tx: Queries, post: Post): Promise<string> {
  if (!isOneAddress(post.to)) throw new Error('a mail needs exactly one address, checked where it came in');
  const id = await insertMail(tx, post, ground.clock.now());
  await enqueue(tx, 'mail.send', { id }, { key: jobKey(id) });
  return id;
}

export const jobKey = (id: string): string => `mail.send:${id}`;
