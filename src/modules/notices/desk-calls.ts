// Calls of staff notices: an operator's own choices, and the chat webhooks of the shop.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import {
  addChatWebhookShape,
  changeChatWebhookShape,
  chatOutcomeShape,
  chatWebhookIdShape,
  chatWebhooksShape,
  saveStaffNoticesShape,
  staffNoticesShape,
} from './shapes.ts';

export const noticeCalls = {
  'GET /api/notices': {
    may: 'operator',
    about: 'Returns which events are emailed to the operator, and their quiet hours.',
    output: staffNoticesShape,
  },
  'POST /api/notices': {
    may: 'operator',
    about: 'Saves which events are emailed to the operator, and their quiet hours.',
    input: saveStaffNoticesShape,
  },
  'GET /api/chat-webhooks': {
    may: 'chatWebhooks.edit',
    about: 'Lists the chat webhooks, with the outcome of their last message.',
    output: chatWebhooksShape,
  },
  'POST /api/chat-webhooks/add': { may: 'chatWebhooks.edit', stepUp: true, about: 'Adds a chat webhook.', input: addChatWebhookShape },
  'POST /api/chat-webhooks/change': {
    may: 'chatWebhooks.edit',
    stepUp: true,
    about: 'Changes a chat webhook, and tries its unsent message again.',
    input: changeChatWebhookShape,
  },
  'POST /api/chat-webhooks/remove': {
    may: 'chatWebhooks.edit',
    about: 'Removes a chat webhook and its unsent notices.',
    input: chatWebhookIdShape,
  },
  'POST /api/chat-webhooks/test': {
    may: 'chatWebhooks.edit',
    about: 'Posts a test message and returns the outcome.',
    input: chatWebhookIdShape,
    output: chatOutcomeShape,
  },
} as const satisfies DeskCallTable;
