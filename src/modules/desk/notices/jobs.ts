// Jobs of staff notices: find and send, post to a chat, delete.
import type { JobHandlers } from '../../../jobs.ts';
import { deleteNoticesBefore } from './queries.ts';
import { sendNotices } from './send.ts';
import { deleteChatsSentBefore } from './webhooks/queries.ts';
import { type ChatDeps, sendChat } from './webhooks/send-chat.ts';

const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

type NoticeJob = 'desk.sendNotices' | 'desk.sendChat' | 'desk.deleteExpired';

export const noticeJobs = (deps: ChatDeps): Pick<JobHandlers, NoticeJob> => ({
  'desk.sendNotices': (_, signal) => sendNotices(deps, signal),
  'desk.sendChat': ({ id }, signal) => sendChat(deps, id, signal),
  async 'desk.deleteExpired'() {
    const { db, clock } = deps.ctx;
    const before = new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS);
    await deleteNoticesBefore(db.orm, before);
    await deleteChatsSentBefore(db.orm, before);
  },
});
