// Jobs of staff notices: find and send, post to a chat.
import type { DbClient } from '../../../infra/database/database.ts';
import type { JobHandlers } from '../../../jobs.ts';
import { deleteNoticesBefore } from './queries.ts';
import { sendNotices } from './send.ts';
import { deleteChatsSentBefore } from './webhooks/queries.ts';
import { type ChatDeps, sendChat } from './webhooks/send-chat.ts';

export const noticeJobs = (deps: ChatDeps): Pick<JobHandlers, 'desk.sendNotices' | 'desk.sendChat'> => ({
  'desk.sendNotices': (_, signal) => sendNotices(deps, signal),
  'desk.sendChat': ({ id }, signal) => sendChat(deps, id, signal),
});

export async function deleteNotices(queries: DbClient, before: Date): Promise<void> {
  await deleteNoticesBefore(queries, before);
  await deleteChatsSentBefore(queries, before);
}
