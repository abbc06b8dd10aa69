// Calls of the desk for the shop's webhooks. Programs add and remove them with a key.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { deskMessagesShape, deskWebhooksShape, listDeskMessagesShape, redeliveredShape, redeliverShape } from './shapes.ts';

export const deskWebhookCalls = {
  'GET /api/webhooks': { may: 'keys.edit', about: 'Lists the webhooks of the shop.', output: deskWebhooksShape },
  'GET /api/webhooks/messages': {
    may: 'keys.edit',
    about: 'Lists the messages of the last ninety days to a webhook, newest first, each with its tries and their answers.',
    input: listDeskMessagesShape,
    output: deskMessagesShape,
  },
  'POST /api/webhooks/redeliver': {
    kind: 'write',
    audit: { act: 'webhook.redeliver', about: 'webhook' },
    may: 'keys.edit',
    about: 'Turns a webhook on again and sends what did not arrive, or one message once more.',
    input: redeliverShape,
    output: redeliveredShape,
  },
} as const satisfies DeskCallTable;
