// The door of the room: a mail is posted inside the transaction of the change that it tells of. It leaves the house by a job (jobs.ts).
import type { Queries } from '../../infra/db.ts';
import type { Ground } from '../../infra/ground.ts';
import { enqueue } from '../../infra/jobs/enqueue.ts';
import { countUnsentRows, failedRows, insertMail } from './queries.ts';
import { isOneAddress, jobKey } from './rules.ts';
import type { Post } from './shapes.ts';

/** Gives the mail's id. */
export async function postMail(ground: Pick<Ground, 'clock'>, tx: Queries, post: Post): Promise<string> {
  if (!isOneAddress(post.to)) throw new Error('a mail needs exactly one address, checked where it came in');
  const id = await insertMail(tx, post, ground.clock.now());
  await enqueue(tx, 'mail.send', { id }, { key: jobKey(id) });
  return id;
}

export const countUnsent = (queries: Queries): Promise<number> => countUnsentRows(queries);

export type FailedMail = Awaited<ReturnType<typeof failedMails>>[number];

/** Mails that were tried and have not left, newest first; their values stay out of it. */
export const failedMails = (queries: Queries, limit: number) => failedRows(queries, limit);
