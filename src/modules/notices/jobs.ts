// Jobs of staff notices: find and send, post to a chat, give to a plugin.
import type { DbClient } from '#platform/database/database.ts';
import type { JobHandlers } from '../../jobs.ts';
import { notifyPlugin, type PluginNoticeDeps } from './notify-plugin.ts';
import { deleteNoticesBefore } from './queries.ts';
import { sendNotices } from './send.ts';
import { deleteChatsSentBefore } from './webhooks/queries.ts';
import { type ChatDeps, sendChat } from './webhooks/send-chat.ts';

type NoticeJob = 'desk.sendNotices' | 'desk.sendChat' | 'desk.notifyPlugin';

export const noticeJobs = (deps: ChatDeps & PluginNoticeDeps): Pick<JobHandlers, NoticeJob> => ({
  'desk.sendNotices': (_, signal) => sendNotices(deps, signal),
  'desk.sendChat': ({ id }, signal) => sendChat(deps, id, signal),
  'desk.notifyPlugin': (job, signal) => notifyPlugin(deps, job, signal),
});

export async function deleteNotices(queries: DbClient, before: Date): Promise<void> {
  await deleteNoticesBefore(queries, before);
  await deleteChatsSentBefore(queries, before);
}
