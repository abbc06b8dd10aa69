// Routes of staff notices.
import type { DeskHandlers } from '#modules/staff/actions.ts';
import type { noticeCalls } from './desk-calls.ts';
import { markMentionsSeen } from './queries-mentions.ts';
import { readMentions, readStaffNotices, saveStaffNotices } from './settings.ts';
import {
  addChatWebhook,
  changeChatWebhook,
  readChatWebhooks,
  removeChatWebhook,
  testChatWebhook,
  type WebhookDeps,
} from './webhooks/webhooks.ts';

export const noticeRoutes = (deps: WebhookDeps): Pick<DeskHandlers, keyof typeof noticeCalls> => ({
  'GET /api/notices': ({ session }) => readStaffNotices(deps, session),
  'POST /api/notices': ({ session, input }) => saveStaffNotices(deps, session, input),
  'GET /api/mentions': ({ session }) => readMentions(deps, session),
  'POST /api/mentions/seen': ({ session, input }) =>
    markMentionsSeen(deps.ctx.db.orm, session.operator.id, input.pieceId, deps.ctx.clock.now()),
  'GET /api/chat-webhooks': () => readChatWebhooks(deps),
  'POST /api/chat-webhooks/add': (tx, { input }) => addChatWebhook(deps, tx, input),
  'POST /api/chat-webhooks/change': (tx, { input }) => changeChatWebhook(deps, tx, input),
  'POST /api/chat-webhooks/remove': (tx, { input }) => removeChatWebhook(tx, input.id),
  'POST /api/chat-webhooks/test': ({ session, input }) => testChatWebhook(deps, session, input.id),
});
