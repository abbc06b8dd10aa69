// Routes of staff notices.
import type { DeskHandlers } from '#modules/staff/actions.ts';
import type { noticeCalls } from './desk-calls.ts';
import { readStaffNotices, saveStaffNotices } from './settings.ts';
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
  'GET /api/chat-webhooks': () => readChatWebhooks(deps),
  'POST /api/chat-webhooks/add': ({ session, input }) => addChatWebhook(deps, session, input),
  'POST /api/chat-webhooks/change': ({ session, input }) => changeChatWebhook(deps, session, input),
  'POST /api/chat-webhooks/remove': ({ session, input }) => removeChatWebhook(deps, session, input.id),
  'POST /api/chat-webhooks/test': ({ session, input }) => testChatWebhook(deps, session, input.id),
});
