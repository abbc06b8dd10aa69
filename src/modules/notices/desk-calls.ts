// Calls of staff notices: an operator's own choices, and the chat webhooks of the shop.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import {
  addChatWebhookShape,
  changeChatWebhookShape,
  chatOutcomeShape,
  chatWebhookIdShape,
  chatWebhooksShape,
  mentionsShape,
  saveStaffNoticesShape,
  seenMentionShape,
  staffNoticesShape,
} from './shapes.ts';

export const noticeCalls = {
  'GET /api/notices': {
    may: 'operator',
    about: 'Returns which events are emailed to the operator, and their quiet hours.',
    output: staffNoticesShape,
  },
  'POST /api/notices': {
    kind: 'write',
    audit: { none: 'The operator’s own choice of emails.' },
    may: 'operator',
    about: 'Saves which events are emailed to the operator, and their quiet hours.',
    input: saveStaffNoticesShape,
  },
  'GET /api/mentions': {
    may: 'queue.see',
    about: 'Lists the pieces with notes that mention the operator, until they are opened.',
    output: mentionsShape,
  },
  'POST /api/mentions/seen': {
    kind: 'write',
    audit: { none: 'The operator has opened the piece.' },
    may: 'queue.see',
    about: 'Takes a piece from the operator’s mentions.',
    input: seenMentionShape,
  },
  'GET /api/chat-webhooks': {
    may: 'chatWebhooks.edit',
    about: 'Lists the chat webhooks, with the outcome of their last message.',
    output: chatWebhooksShape,
  },
  'POST /api/chat-webhooks/add': {
    kind: 'write',
    audit: { act: 'chatWebhook.add', about: 'chatWebhook' },
    may: 'chatWebhooks.edit',
    stepUp: true,
    about: 'Adds a chat webhook.',
    input: addChatWebhookShape,
  },
  'POST /api/chat-webhooks/change': {
    kind: 'write',
    audit: { act: 'chatWebhook.change', about: 'chatWebhook' },
    may: 'chatWebhooks.edit',
    stepUp: true,
    about: 'Changes a chat webhook, and tries its unsent message again.',
    input: changeChatWebhookShape,
  },
  'POST /api/chat-webhooks/remove': {
    kind: 'write',
    audit: { act: 'chatWebhook.remove', about: 'chatWebhook' },
    may: 'chatWebhooks.edit',
    about: 'Removes a chat webhook and its unsent notices.',
    input: chatWebhookIdShape,
  },
  'POST /api/chat-webhooks/test': {
    kind: 'outside',
    audit: { none: 'A test message, whose outcome is shown beside the webhook.' },
    may: 'chatWebhooks.edit',
    about: 'Posts a test message and returns the outcome.',
    input: chatWebhookIdShape,
    output: chatOutcomeShape,
  },
} as const satisfies DeskCallTable;
